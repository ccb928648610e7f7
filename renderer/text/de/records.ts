/** Listen, Einzelheiten und Formulare jeder Art von Datensatz. */
export const records = {
  search: (what: string) => `${what.charAt(0).toUpperCase()}${what.slice(1)} suchen`,
  count: (count: number, words: string, one: string, many: string) =>
    count === 1 ? `1 ${one}` : `${words} ${many}`,
  match: (count: number) => (count === 1 ? 'passt' : 'passen'),
  none: (what: string) => `Es gibt keine ${what}`,
  noneHints: {
    vehicle:
      'Hier stehen Fahrzeuge mit ihrem Fahrer, ihrer letzten Position und dem, was sie heute taten.',
    driver:
      'Ein Fahrer ist ein Benutzer mit dieser Rolle: Menschen werden auf der Seite „Benutzer“ hinzugefügt.',
    area: 'Hier stehen Höfe, Kunden und Zonen, sobald sie gezeichnet oder aus einer Datei geholt sind.',
    areaGroup: 'Gruppen ordnen Bereiche und blenden sie auf der Karte gemeinsam ein und aus.',
    device: 'Hier stehen die Ortungsgeräte der Flotte, im Lager oder in einem Fahrzeug.',
    sensor:
      'Hier stehen Sensoren, sobald der Dienst sie kennt. Jeder lässt sich dann mit einem Gerät koppeln.',
    cameraEvent: 'Hier steht, was Kameras bemerken, etwa hartes Bremsen, sobald es vorkommt.',
    fuelTransaction:
      'Hier steht, was getankt wurde, sobald es der Dienst von Karten oder Tankstellen hat.',
    scheduledReport: 'Ein geplanter Bericht geht als E-Mail hinaus, so oft Sie möchten.',
    form: 'Formulare entstehen beim Dienst. Hier stehen die dieses Kontos.',
    user: 'Hier stehen die Menschen, die sich anmelden dürfen.',
    client: 'Hier stehen die Kunden, die dieses Konto betreut.',
    other: 'Der Dienst führt für dieses Konto keine auf.',
  },
  refused: (what: string) => `Dieses Konto darf ${what} nicht lesen`,
  climate: 'Temperatur und Feuchte',
  settingsTab: 'Konto und Einstellungen',
  close: 'Einzelheiten schließen',
  copy: {
    label: 'Kopieren',
    text: 'Als Text kopieren',
    textCopied: 'Als Text kopiert',
    link: 'Verweis kopieren',
    linkCopied: 'Verweis kopiert',
  },
  queued: (title: string) => `${title}: wartet auf das Senden`,
  partly: (said: string, left: string) => `${said}. Unverändert geblieben: ${left}`,
  irreversible: 'Der Dienst kann das nach dem Senden nicht zurücknehmen.',
  deletes: {
    open: 'Löschen…',
    explain: (name: string) =>
      `„${name}“ wird endgültig gelöscht, und der Dienst kann es nicht zurückholen. Archivieren blendet es auch aus und lässt sich zurücknehmen.`,
    type: (name: string) => `Geben Sie zum Löschen ${name} ein`,
    do: 'Endgültig löschen',
    archive: 'Stattdessen archivieren',
  },
  document: {
    never: 'Auf diesem Rechner nie gelesen.',
    later: 'Zurzeit besteht keine Verbindung. Es wird gelesen, sobald eine besteht.',
    load: 'Lesen',
    rows: (count: string) => (count === '1' ? '1 Zeile' : `${count} Zeilen`),
    empty: 'Der Dienst hat nichts geantwortet.',
    asText: 'Quelltext',
    first: (shown: string, all: string) => `Die ersten ${shown} von ${all}`,
  },
  form: {
    choose: 'Wählen…',
    digits15: '15 Ziffern',
    jsonObject: 'Ein JSON-Objekt',
    phoneCountry: 'Land der Rufnummer',
    none: 'Keines',
    searchRecord: (what: string) => `${what} suchen`,
    invalidJson: 'Das ist kein JSON-Objekt.',
    invalidInstant: 'Geben Sie Tag und Uhrzeit ein.',
    zone: (name: string) => `In der Zeitzone ${name}`,
    localZone: 'In der Zeitzone dieses Rechners',
    required: 'Das wird gebraucht.',
    owner: 'Kunde',
    ownerHint: 'Wem der Datensatz gehören wird.',
    ownerOptional: 'Für Ihr eigenes Team leer lassen.',
  },
};
