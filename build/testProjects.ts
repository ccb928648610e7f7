/** Which tests run how: the projects of `vitest.config.ts`, as globs over `test`. */

/** Tests that need the built desk and a real Chromium. */
export const browserTests = ['test/ui/**/*.test.ts', 'test/e2e/**/*.test.ts'];

/** Tests that need a real Electron, and a display to open its windows on. */
export const electronTests = ['test/electron/**/*.test.ts'];

/** Tests that look into packed apps. */
export const packingTests = ['test/packing/**/*.test.ts'];

/**
 * Tests that need a process for themselves: they kill others, change the core that they load, or put a
 * module of Node in another's place.
 */
export const lonelyTests = [
  'test/crash/**/*.test.ts',
  'test/property/**/*.test.ts',
  'test/core/**/threadDeath.test.ts',
];

/**
 * Tests that need modules for themselves: they put others in the place of some, pretend to be a
 * browser, or look at what a module holds once it is loaded. They share a process, which loads modules anew for
 * each file. All other tests share the modules, too: one process for each worker loads the core once.
 */
export const anewTests = [
  'test/shell/{deepLinks,handed,main,menu,permissions,places,startAgain,systemProxy,words}.test.ts',
  'test/unit/**/{answerText,areaImport,callsInTurn,colourNames,profileDraft}.test.ts',
  'test/unit/**/{bulk,cameras,collectedAnswers,correction,deskKeys,deskWrites,devices,documentRead,draftsOfWindows}.test.ts',
  'test/unit/**/{fleetPositions,followWrite,groupNames,formFindings,formValues,fuelFields,jobs,ledgerWords,owner}.test.ts',
  'test/unit/**/{mapNames,mapNumbers,reviewDesk,route,routeGraph,routeHistory}.test.ts',
  'test/unit/**/{palette,recordNames,reviewDrafts,typedLine,typedLineChanges,typedLineLanguages,units,vehicleNames,whose}.test.ts',
];
