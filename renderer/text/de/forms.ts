/** Was die Seiten der Formulare, der Antworten und ihrer PDFs sagen. */
export const forms = {
  list: 'Liste der Formulare',
  search: 'Formulare suchen',
  columns: {
    latest: 'Neueste',
  },
  atLeast: (count: string) => `${count}+`,
  choose: 'Wählen Sie ein Formular oder öffnen Sie eine Antwort über ihre Nummer',
  chooseHint: 'Einmal geöffnete Antworten sind ohne Verbindung lesbar und ausgebbar.',
  tabs: {
    label: 'Über dieses Formular',
    answers: 'Antworten',
    charts: 'Diagramme',
    questions: 'Fragen',
    fields: 'Alle Felder',
  },
  charts: {
    reading: 'Liest die Antworten…',
    none: 'Auf diesem Rechner ist keine Antwort auf dieses Formular',
    noneHint: 'Diagramme entstehen aus den geholten Antworten. Holen Sie sie unter „Prüfung“.',
    over: (count: string) =>
      count === '1'
        ? 'Über 1 Antwort auf diesem Rechner'
        : `Über ${count} Antworten auf diesem Rechner`,
    overLatest: (count: string, total: string) =>
      `Über die neuesten ${count} von ${total} Antworten auf diesem Rechner`,
    vehicles: 'Antworten nach Fahrzeug',
    drivers: 'Antworten nach Fahrer',
    noDriver: 'Kein Fahrer',
    otherKind: 'Etwas anderes',
    answered: 'Beantwortet',
    numbers: (count: string, least: string, median: string, most: string) =>
      count === '1'
        ? `1 Zahl, ${median}`
        : `${count} Zahlen, ${least} bis ${most}, Median ${median}`,
    behind: 'Als Tabelle',
    period: { day: 'Tag', month: 'Monat', year: 'Jahr' },
    columns: {
      bar: 'Balken',
      share: 'Anteil',
      least: 'Kleinste',
      median: 'Median',
      most: 'Größte',
    },
    filter: (title: string) => `Nur ${title}`,
    all: 'Alle Antworten zeigen',
  },
  questions: {
    kinds: {
      yesNo: 'Ja oder nein',
      one: 'Eine Auswahl',
      several: 'Mehrere Auswahlen',
      text: 'Text',
      longText: 'Langer Text',
      number: 'Zahl',
      date: 'Datum',
      time: 'Uhrzeit',
      dateTime: 'Datum und Uhrzeit',
      place: 'Ort',
      photo: 'Foto',
      signature: 'Unterschrift',
      rating: 'Bewertung',
      file: 'Datei',
      section: 'Abschnitt',
      group: 'Gruppe',
      table: 'Tabelle',
    },
    required: 'Pflicht',
    bad: 'verlangt einen zweiten Blick',
    none: 'Dieses Formular nennt keine lesbaren Fragen',
    noneHint: '„Alle Felder“ zeigt alles, was der Dienst darüber sagt.',
  },
  answers: {
    list: 'Antworten auf dieses Formular',
    search: 'Antworten suchen',
    columns: {
      date: 'Angelegt',
      title: 'Titel',
    },
    none: 'Es sind keine Antworten bekannt',
    noneHint:
      'Der Dienst hat keine Liste der Antworten. Hier stehen die, die ein Formular nennt, und die über ihre Nummer geholten oder geöffneten.',
    count: (count: number, words: string) => (count === 1 ? '1 Antwort' : `${words} Antworten`),
    matching: (shown: string, count: string) => `${shown} von ${count} Antworten`,
    here: 'Offline lesbar',
    noDate: 'Kein Datum',
  },
  open: {
    title: 'Antwort öffnen',
    label: 'Nummer der Antwort',
    hint: 'Sie steht auf jeder Antwort und im Dateinamen ihres PDFs.',
    do: 'Öffnen',
    empty: 'Geben Sie die Nummer einer Antwort ein.',
    tooLong: 'Eine Nummer hat höchstens 200 Zeichen.',
    recent: 'Früher geöffnet',
    noRecent: 'Hier stehen Antworten, die Sie öffnen; sie bleiben offline lesbar.',
  },
  answer: {
    files: {
      title: 'Dateien dieser Antwort',
      absent: (count: string) =>
        count === '1'
          ? 'Eine Datei dieser Antwort liegt beim Dienst.'
          : `${count} Dateien dieser Antwort liegen beim Dienst.`,
      fetch: 'Holen',
      save: (name: string) => `Kopie von ${name} aufheben`,
      elsewhere: {
        absent: (count: string, host: string) =>
          count === '1' ? `Eine Datei liegt bei ${host}.` : `${count} Dateien liegen bei ${host}.`,
        ask: (host: string) => `Von ${host} holen …`,
        title: (host: string) => `Von ${host} holen?`,
        whose: (host: string) =>
          `Diese Antwort nennt Dateien bei ${host}. Das ist nicht Ihr Dienst, und Waybill weiß nicht, wessen Server es ist.`,
        learns: (host: string) =>
          `Beim Holen erfährt ${host} die Internetadresse dieses Rechners, die Uhrzeit und die Adressen unten.`,
        never:
          'Ihre Anmeldung geht nie dorthin, und sonst nichts aus dieser Antwort. Was kommt, bleibt auf diesem Rechner und steht in der Antwort, auch in PDFs und unter ausgegebenen Fotos.',
        addresses: 'Was angefragt wird',
        fetch: (host: string) => `Von ${host} holen`,
      },
    },
    back: 'Alle Formulare',
    backTo: (form: string) => `Zurück zu ${form}`,
    copyId: 'Nummer der Antwort kopieren',
    idCopied: 'Nummer der Antwort kopiert',
    read: 'Gelesen',
    refresh: 'Noch einmal lesen',
    loading: 'Liest die Antwort',
    unreadable:
      'Der Dienst hat etwas gesendet, das sich nicht darstellen lässt. Hier ist es, Buchstabe für Buchstabe.',
    notHere: 'Diese Antwort wurde auf diesem Rechner nie geöffnet',
    notHereHint:
      'Ohne Verbindung ist sie nicht lesbar. Einmal geöffnete Antworten sind offline lesbar.',
    unknown: (id: string) => `Der Dienst kennt keine Antwort ${id}`,
    unknownHint:
      'Prüfen Sie die Nummer. Die Antwort gehört vielleicht zu einem anderen Konto oder wurde entfernt.',
    gone: 'Der Dienst hat diese Antwort nicht mehr.',
    goneSafe:
      'Was früher gelesen wurde, ist noch hier und kann als örtliche Kopie ausgegeben werden.',
    formChanged:
      'Das Formular wurde nach dieser Antwort geändert; sie steht hier, wie gefragt wurde.',
    technical: 'Wie das Formular sie beschreibt',
    head: 'Über diese Antwort',
  },
  findings: {
    label: 'Was einen zweiten Blick verlangt',
    failing: (count: number) =>
      count === 1
        ? 'Eine Auswahl weist auf etwas Schlechtes hin'
        : `${String(count)} Auswahlen weisen auf etwas Schlechtes hin`,
    missing: (count: number) =>
      count === 1
        ? 'Eine Pflichtfrage ist ohne Antwort'
        : `${String(count)} Pflichtfragen sind ohne Antwort`,
  },
  value: {
    empty: 'Keine Antwort',
    file: (mime: string, size: string) => `Datei ${mime}, ${size}`,
    copyPlace: 'Koordinaten kopieren',
    onMap: 'Auf der Karte zeigen',
    mapOf: (place: string) => `Karte von ${place}`,
    enlarge: (label: string) => `${label} vergrößern`,
    picture: (at: number, count: number) => `${String(at)} von ${String(count)}`,
    undrawn: {
      noPicture: 'Bild nicht gezeichnet: es ist kein Bild',
      damaged: 'Bild nicht gezeichnet: es ist beschädigt',
    },
    damaged: 'Bild beschädigt: etwas davon kann fehlen',
    previous: 'Vorheriges Bild',
    next: 'Nächstes Bild',
    copyLink: 'Adresse kopieren',
    linkCopied: 'Adresse kopiert',
    bytes: (count: string) => `${count} Byte`,
    kilobytes: (count: string) => `${count} kB`,
  },
  exports: {
    title: (count: string) => `${count} Antworten ausgeben`,
    one: '1 Antwort ausgeben',
    as: 'Als',
    asOptions: {
      folder: 'Je ein PDF, in einem Ordner',
      zip: 'Je ein PDF, in einem ZIP',
      merged: 'Alle Antworten in einem PDF',
      none: 'Keine PDFs',
    },
    from: 'Wessen PDF',
    fromOptions: {
      auto: 'Das des Dienstes, sonst eine örtliche Kopie',
      service: 'Das des Dienstes',
      local: 'Örtliche Kopien',
    },
    mergedHint: 'Mit einem Lesezeichen je Antwort.',
    mergedWhy:
      'Die eigenen PDFs des Dienstes kommen hinein, wie sie sind, mit ihrer Auszeichnung; eine Datei mit einem davon sichert keinen Standard zu. Ein verschlüsseltes oder beschädigtes wird eine örtliche Kopie oder eine Seite, die das sagt.',
    mergedParts: (count: string) =>
      `Mit einem Lesezeichen je Antwort: ${count} PDFs zu höchstens 20.000 Antworten.`,
    paper: 'Papier',
    papers: { a4: 'A4', 'us-letter': 'Letter' },
    standard: 'Gemacht zum',
    standards: { 'ua-1': 'Lesen für alle (PDF/UA-1)', 'a-2a': 'Aufbewahren (PDF/A-2a)' },
    names: 'Dateinamen',
    namesHint: 'Ausgefüllt werden {form}, {date}, {vehicle}, {driver} und {id}.',
    review: 'Urteile und Notizen am Ende jeder örtlichen Kopie',
    reviewNeedsLocal: 'Die PDFs des Dienstes tragen keine; örtliche Kopien schon.',
    photos: 'Fotos als eigene Dateien',
    tables: 'Alle Antworten eines Formulars als Tabelle',
    tableOptions: { none: 'Keine Tabelle', csv: 'CSV', xlsx: 'XLSX', both: 'CSV und XLSX' },
    notHere: (count: string) =>
      count === '1'
        ? '1 davon wurde auf diesem Rechner nicht gelesen; mit Verbindung wird sie jetzt gelesen.'
        : `${count} davon wurden auf diesem Rechner nicht gelesen; mit Verbindung werden sie jetzt gelesen.`,
    start: 'Ordner wählen und beginnen',
    nothing: 'Wählen Sie PDFs, Fotos oder eine Tabelle.',
    list: 'Ausgaben',
    state: {
      running: 'Läuft',
      paused: 'Pausiert',
      done: 'Fertig',
      cancelled: 'Abgebrochen',
      failed: 'Angehalten',
    },
    progress: (done: string, count: string) => `${done} von ${count}`,
    failures: (count: string) =>
      `${count} ${count === '1' ? 'war' : 'waren'} nicht zu haben; das Verzeichnis nennt sie`,
    putAway: 'Von der Liste nehmen',
    again: 'Weitere Ausgabe…',
    running: (done: string, count: string) => `Gibt Antworten aus: ${done} von ${count}`,
    ended: (done: string) =>
      done === '1' ? '1 Antwort ausgegeben' : `${done} Antworten ausgegeben`,
    where: 'Ort zeigen',
  },
  pdf: {
    do: 'PDF ausgeben',
    menu: 'Welches PDF',
    auto: 'Von selbst',
    autoHint: 'Das des Dienstes; eine örtliche Kopie, wo es nicht zu haben ist',
    serviceHint: 'Wie der Dienst es zeichnet; braucht eine Verbindung',
    local: 'Örtliche Kopie',
    localHint: 'Hier gemacht aus dem, was gelesen wurde',
    busy: 'Macht das PDF…',
    savedHint: (age: string) =>
      `Wie der Dienst es ${age} gezeichnet hat; auf diesem Rechner aufbewahrt`,
    source: {
      service: 'Das PDF des Dienstes',
      saved: 'Das PDF des Dienstes, auf diesem Rechner aufbewahrt',
      local: 'Eine örtliche Kopie, hier gemacht',
    },
    savedFrom: 'gelesen',
    lacks: 'Nicht in dieser Kopie:',
    because: 'weil der Dienst seines nicht geben konnte',
    saved: (name: string) => `gespeichert als ${name}`,
  },
};
