/** Geplante Berichte: woraus sie bestehen, wann sie laufen und wer sie bekommt. */
export const reports = {
  tabs: { list: 'Geplant', deleted: 'Gelöscht', templates: 'Vorlagen' },
  columns: {
    next: 'Nächster Lauf',
    recipients: 'Empfänger',
  },
  schedule: {
    weekdays: ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'],
    short: ['So', 'Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa'],
    /** Was verstanden wird, wo ein Zeitplan getippt wird; Wochentage sind die obigen. */
    heard: {
      filling: ['jeden', 'jede', 'jeder', 'jedes', 'jedem', 'alle', 'immer', 'am', 'an']
        .concat(['im', 'in', 'und', 'der', 'den', 'des', 'dem', 'von'])
        .concat(['woche', 'wöchentlich']),
      at: ['um', 'gegen', 'ab'],
      joined: [],
      endings: ['s'],
      day: ['tag', 'tage', 'tags', 'täglich'],
      workday: ['werktag', 'werktage', 'werktagen', 'werktags', 'wochentags', 'arbeitstag'].concat([
        'arbeitstage',
        'arbeitstagen',
        'arbeitstags',
      ]),
      month: ['monat', 'monats', 'monate', 'monatlich', 'monates'],
      noon: ['mittag', 'mittags'],
      midnight: ['mitternacht', 'mitternachts'],
      hour: ['uhr', 'h'],
      am: ['früh', 'morgens', 'vormittags'],
      pm: ['nachmittags', 'abends'],
    },
    everyDay: 'jeden Tag',
    everyWorkday: 'an jedem Werktag',
    everyWeekday: (days: string) => `jeden ${days}`,
    and: (first: string, last: string) => `${first} und ${last}`,
    everyMonth: (day: string) => `am ${day}. jedes Monats`,
    at: (days: string, time: string) => `${days} um ${time}`,
    none: 'Der Dienst nennt keinen Zeitplan.',
    unknown: 'Sein Zeitplan hat eine Form, die Waybill nicht kennt. Er bleibt, wie er ist.',
    replace: 'Anderen Zeitplan setzen',
    said: 'In Worten',
    saidHint:
      'Etwa: jeden Montag und Donnerstag um 6:30, werktags um 7 Uhr, am 1. jedes Monats um 18:00',
    problem: {
      time: 'Um welche Uhrzeit? Enden Sie damit, etwa „um 6:30“.',
      days: 'An welchen Tagen? Beginnen Sie damit, etwa „jeden Montag“.',
    },
    repeat: 'Wiederholt sich',
    every: { day: 'Jeden Tag', week: 'An Wochentagen', month: 'An einem Tag des Monats' },
    weekdaysLabel: 'Wochentage',
    day: 'Tag des Monats',
    lateDay: 'Monate ohne diesen Tag werden ausgelassen.',
    dayProblem: 'Ein Tag von 1 bis 31.',
    time: 'Uhrzeit',
    zone: (name: string) => `Nach der Uhr von ${name}`,
    next: 'Nächste Läufe',
    nextHint: 'Wie Waybill sie ausrechnet; der Dienst führt sie aus.',
  },
  fields: {},
  parts: { what: 'Was er sagt', when: 'Wann er entsteht', who: 'Wer ihn bekommt' },
  /** Arten von Berichten nach den Worten der Schnittstelle; andere sind die des Mandanten. */
  kinds: {
    'Trips and stops': 'Fahrten und Halte',
    'Mileage by vehicle': 'Fahrleistung je Fahrzeug',
    'Fuel by vehicle': 'Kraftstoff je Fahrzeug',
    'Excessive idling': 'Langer Leerlauf',
    'Visits of areas': 'Besuche von Bereichen',
    'Temperature and humidity': 'Temperatur und Feuchte',
  },
  /** Ihre Angaben und deren Werte. */
  keys: {
    vehicleIds: 'Fahrzeuge',
    areaIds: 'Bereiche',
    sensorIds: 'Sensoren',
    period: 'Zeitraum',
    minDistance: 'Mindeststrecke',
    minDuration: 'Mindestdauer',
    day: 'Tag',
    week: 'Woche',
    month: 'Monat',
  },
  formats: { csv: 'CSV-Tabelle', pdf: 'PDF-Dokument', xlsx: 'Excel-Tabelle' },
  recipients: {
    hint: 'E-Mail-Adressen; mehrere können zugleich eingefügt werden.',
    add: 'Adressen hinzufügen',
    remove: (address: string) => `${address} entfernen`,
    wrong: (parts: string) => `Das ist keine E-Mail-Adresse: ${parts}`,
    unnamed: (count: number) =>
      count === 1
        ? 'Einer mehr hat keine Adresse; er bleibt, wie er ist.'
        : `${count} weitere haben keine Adresse; sie bleiben, wie sie sind.`,
    none: 'Niemand ist genannt.',
  },
  params: {
    seconds: 'Sekunden',
    others: 'Er hat außerdem und behält:',
    noTemplates: 'Die Vorlagen wurden noch nicht vom Dienst gelesen.',
    none: 'Alle; suchen Sie, um einige zu wählen',
    chosen: 'schon gewählt',
  },
  problem: {
    needed: 'Das wird gebraucht.',
    number: 'Geben Sie eine Zahl ein.',
    recipients: 'Geben Sie E-Mail-Adressen ein.',
  },
  deleted: {
    hint: 'Hier oder beim Dienst gelöscht, soweit noch im Papierkorb. Wiederherstellen bittet den Dienst, ihn mit seinem Zeitplan zurückzuholen.',
    none: 'Kein Bericht wurde gelöscht',
    noneHint: 'Gelöschtes lässt sich von hier wiederherstellen, solange es im Papierkorb liegt.',
    label: 'Gelöschte Berichte',
    restoreNamed: (name: string) => `${name} wiederherstellen`,
    takeBackNamed: (name: string) => `Löschen von ${name} zurücknehmen`,
    restoring: 'Das Wiederherstellen wartet auf das Senden',
    restored: (name: string) => `„${name}“ wiederherstellen`,
    done: (name: string) => `„${name}“ löschen`,
  },
  templates: {
    none: 'Es gibt keine Vorlagen',
    takes: 'Verlangt',
    use: 'Bericht planen',
    useNamed: (name: string) => `Bericht planen: ${name}`,
  },
};
