/** Wie lange etwas gedauert hat und das Diagnosepaket. */
export const diagnostics = {
  took: 'Was wie lange gedauert hat',
  nothingYet: 'Seit dem Start wurde nichts gemessen.',
  last: 'Zuletzt',
  count: 'Anzahl',
  ms: (ms: number) =>
    ms < 10_000 ? `${String(ms)} ms` : `${(ms / 1000).toFixed(1).replace('.', ',')} s`,
  events: {
    'core.opened': 'Datenordner öffnen',
    'desk.shown': 'Start, bis das Fenster da ist',
    'sync.scan': 'Eine Liste lesen',
    'outbox.drained': 'Senden, was wartete',
  },
  open: 'Diagnosepaket…',
  title: 'Diagnosepaket',
  about:
    'Für alle, die einem Fehler nachgehen. Es enthält Versionen, Zeiten, Anzahlen und Namen von Fehlern; kein Token, keinen Namen, keinen Ort und kein Kennzeichen. Das ist alles:',
  empty: 'Nichts.',
  save: 'Paket speichern',
  saved: (fileName: string) => `Gespeichert: ${fileName}`,
};
