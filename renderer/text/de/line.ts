import { line as english } from '../en/line.ts';

/** Die getippte Zeile. Befehle heißen in jeder Sprache gleich, damit Zeilen weitergegeben werden können. */
export const line = {
  words: english.words,
  section: 'Ausführen',
  history: 'Früher getippt',
  takes: {
    shape: 'circle 41.05 -2.31 200m',
  },
  which: (kind: string) => `Was ist gemeint: ${kind}?`,
  none: (kind: string, typed: string) => `${kind}: Nichts heißt „${typed}“.`,
  several: (count: string, typed: string) => `${count} passen zu „${typed}“. Was ist gemeint?`,
  needs: (field: string) => `Es fehlt: ${field}.`,
  noField: (name: string, known: string) => `Ein Feld „${name}“ gibt es nicht. Es gibt: ${known}.`,
  wrongField: (field: string, why: string) => `${field}: ${why}`,
  saysNothing: (known: string) => `Sagen Sie, was sich ändert, etwa feld=wert. Es gibt: ${known}.`,
  changesNothing: 'Es ist schon so.',
  twice: (field: string) => `${field} ist zweimal angegeben.`,
  tooMuch: (rest: string) => `„${rest}“ wird nicht verstanden.`,
  oneOf: (options: string) => `eines von ${options}`,
  ambiguousNumber: (typed: string) =>
    `„${typed}“ lässt sich auf zwei Arten lesen. Schreiben Sie es ohne Komma und Punkt, nötigenfalls in Metern.`,
  noDistance: 'Eine Zahl mit km, mi oder m.',
  otherAccount: {
    message: 'Inzwischen wurde ein anderes Konto geöffnet.',
    safe: 'Nichts wurde gesendet. Die Zeile wird für dieses Konto neu gelesen.',
  },
  shape: {
    kind: 'Welche Form? circle, rectangle, polygon oder polyline.',
    place: 'Es fehlt ein Ort: Breite und Länge, etwa 41.05 -2.31.',
    radius: 'Der Radius fehlt, etwa 200m.',
    points: (count: number) =>
      `Sie braucht mindestens ${count === 1 ? 'einen Ort' : `${String(count)} Orte`}.`,
    wrong: 'Aus diesen Orten lässt sich keine Form zeichnen.',
  },
  notAssigned: (vehicle: string) => `${vehicle} hat keinen Fahrer.`,
  archivedAlready: (name: string) => `${name} ist schon archiviert.`,
  notArchived: (name: string) => `${name} ist nicht archiviert.`,
  notDeleted: (name: string) => `${name} ist nicht gelöscht.`,
  inVehicle: (device: string, vehicle: string) =>
    `${device} ist in ${vehicle}. Es muss zuerst ausgebaut werden.`,
  inNoVehicle: (device: string) => `${device} ist in keinem Fahrzeug.`,
  hasDevice: (vehicle: string, device: string) =>
    `${vehicle} hat das Gerät ${device}. Es muss zuerst ausgebaut werden.`,
  driverOf: (driver: string) => `Fahrzeug von ${driver}`,
  of: (title: string, name: string) => `${title}: ${name}`,
  done: (count: number) => (count === 1 ? 'Eingereiht' : `${String(count)} Änderungen eingereiht`),
  irreversible: 'Es lässt sich nicht rückgängig machen.',
  hint: 'Eingabetaste führt aus',
  lines: {
    line: (n: string) => `Zeile ${n}`,
    title: 'Mehrere Zeilen',
    label: 'Ein Befehl je Zeile',
    check: 'Prüfen',
    checking: (done: string, all: string) => `Liest ${done} von ${all}…`,
    understood: (count: number, all: number) =>
      `${String(count)} von ${String(all)} Zeilen sind verstanden. Bevor es alle sind, wird keine gesendet.`,
    send: (count: number) =>
      count === 1 ? '1 Zeile ausführen' : `${String(count)} Zeilen ausführen`,
    tooMany: (most: string) =>
      `Höchstens ${most} Zeilen zugleich. Es wurde nichts gelesen; der Text bleibt.`,
    notALine: 'Das ist kein Befehl.',
    failed: (line: number) => `Zeile ${String(line)} wurde abgelehnt; die davor sind eingereiht.`,
  },
};
