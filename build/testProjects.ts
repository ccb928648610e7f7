/** Which tests run how: the projects of `vitest.config.ts`, as globs over `test`. */

/** Tests that need the built desk and a real Chromium. */
export const browserTests = ['test/ui/**/*.test.ts', 'test/e2e/**/*.test.ts'];

/** Tests that need a real Electron, and a display to open its windows on. */
export const electronTests = ['test/electron/**/*.test.ts'];

/** Tests that look into packed apps. */
export const packingTests = ['test/packing/**/*.test.ts'];

/**
 * Tests that need a process for themselves: they put other modules in place of the core's, change
 * the core that they load, or pretend to be a browser. All others share one for each worker, which
 * loads the core once.
 */
export const lonelyTests = [
  'test/crash/**/*.test.ts',
  'test/property/**/*.test.ts',
  'test/shell/{deepLinks,handed,main,menu,permissions,places,startAgain,systemProxy,words}.test.ts',
  'test/core/**/threadDeath.test.ts',
  'test/unit/**/{answerText,areaImport,colourNames,profileDraft}.test.ts',
  'test/unit/**/{bulk,cameras,collectedAnswers,deskKeys,deskWrites,devices,documentRead,draftsOfWindows}.test.ts',
  'test/unit/**/{fleetPositions,followWrite,formFindings,formValues,fuelFields,jobs,ledgerWords,owner}.test.ts',
  'test/unit/**/{mapNames,reviewDesk,route,routeGraph,routeHistory}.test.ts',
  'test/unit/**/{palette,recordNames,reviewDrafts,typedLine,typedLineChanges,typedLineLanguages,units,whose}.test.ts',
];
