/** How long things took, and the diagnostic bundle. */
export const diagnostics = {
  took: 'What took how long',
  nothingYet: 'Nothing was measured since the start.',
  last: 'Last time',
  count: 'Times',
  ms: (ms: number) => (ms < 10_000 ? `${String(ms)} ms` : `${(ms / 1000).toFixed(1)} s`),
  /** By the names of the events. */
  events: {
    'core.opened': 'Opening the data folder',
    'desk.shown': 'Start until the window shows',
    'sync.scan': 'Reading a list',
    'outbox.drained': 'Sending what waited',
  } as Readonly<Record<string, string>>,
  open: 'Diagnostic bundle…',
  title: 'Diagnostic bundle',
  about:
    'For whoever looks into a mistake. It holds versions, times, counts and names of errors; no token, no name, no place and no registration. This is all of it:',
  empty: 'Nothing.',
  save: 'Save the bundle',
  saved: (fileName: string) => `Saved: ${fileName}`,
};
