/** Einstellungen, Anmeldung und die Begrüßung. */
export const settings = {
  search: 'Einstellungen suchen',
  none: 'Keine Einstellung passt',
  modified: 'Geändert',
  noneModified: 'Keine geänderte Einstellung passt',
  resetAll: 'Alle zurücksetzen',
  wereReset: (count: number) =>
    count === 1
      ? '1 Einstellung ist zurückgesetzt'
      : `${String(count)} Einstellungen sind zurückgesetzt`,
  sections: {
    accounts: 'Konten',
    connection: 'An einem Server anmelden',
    secrets: 'Wo Tokens aufbewahrt werden',
    appearance: 'Darstellung',
    ground: 'Kartengrund',
    letters: 'Schriften in Dokumenten',
    keyboard: 'Tastatur',
    attention: 'Mitteilungen',
    storage: 'Speicherplatz',
    availability: 'Was dieses Konto darf',
    trash: 'Entfernte Datensätze',
    profile: 'Verbindungsprofil',
    updates: 'Neue Versionen',
    about: 'Über Waybill',
  },
  keywords: {
    accounts: 'konto abmelden entfernen örtlicher arbeitsbereich wechseln benutzer mandant',
    connection: 'server adresse token passwort e-mail domain einmalcode otp login anmelden',
    secrets: 'schlüsselbund token speicher sicherheit',
    appearance:
      'farbschema dunkel hell kontrast dichte zeilen einheiten kilometer meilen zeitzone utc sprache deutsch englisch arabisch datum akzentfarbe',
    ground: 'karte grund pmtiles straßen satellit kacheln offline quelle',
    letters: 'schrift schriften schriftart alphabet pdf dokument truetype opentype',
    keyboard: 'einzelne taste tastenkürzel',
    attention: 'mitteilungen ruhezeit nacht melden system',
    storage: 'speicher platz größe aufräumen zwischenspeicher kacheln dokumente pdf alter',
    availability: 'berechtigung verweigert erneut versuchen endpunkte',
    trash: 'papierkorb gelöscht weg zurücklegen wiederherstellen',
    profile: 'seiten namen datum umschlag json überschreiben',
    updates: 'update aktualisierung neue version neustart installieren',
    about: 'version datenordner lizenzen pakete schriften diagnose zeiten protokoll',
  },
  account: {
    use: 'Dorthin wechseln',
    local: 'Örtlicher Arbeitsbereich',
    localHint:
      'Ein Flottendienst in Waybill selbst, mit einer simulierten Flotte. Nichts verlässt diesen Rechner.',
    openLocal: 'Örtlichen Arbeitsbereich öffnen',
    signOutHint: (waiting: number) =>
      waiting === 0
        ? 'Vergisst das Token. Die Kopie bleibt auf diesem Rechner.'
        : waiting === 1
          ? 'Vergisst das Token. 1 wartende Änderung bleibt hier und wird nach der nächsten Anmeldung gesendet.'
          : `Vergisst das Token. ${String(waiting)} wartende Änderungen bleiben hier und werden nach der nächsten Anmeldung gesendet.`,
    removeHint:
      'Seine Kopie, sein Ausgang, seine Entwürfe, seine Ansichten und sein Token werden von diesem Rechner gelöscht; wartende Änderungen und Prüfungen bleiben als Dateien.',
    signedOut: 'Abgemeldet',
    signInAgain: 'Wieder anmelden',
    waiting: (count: number) => (count === 1 ? '1 wartet' : `${String(count)} warten`),
  },
  signIn: {
    again: (name: string, waiting: number) =>
      waiting === 0
        ? `Für ${name}.`
        : waiting === 1
          ? `Für ${name}: Danach wird 1 wartende Änderung gesendet.`
          : `Für ${name}: Danach werden ${String(waiting)} wartende Änderungen gesendet.`,
    address: 'Adresse des Servers',
    addressHint: 'Wo die Schnittstelle liegt, mit ihrem Pfad: https://fleet.example.com/api',
    how: 'Wie Sie sich anmelden',
    withToken: 'Mit einem Token',
    withPassword: 'Mit E-Mail und Passwort',
    token: 'Token',
    tokenHint: 'Fügen Sie es ganz ein. Es liegt im Schlüsselbund, nie in einer Datei.',
    tokenHintMemory:
      'Fügen Sie es ganz ein. Es liegt nur im Arbeitsspeicher, weil dieser Rechner keinen Schlüsselbund bietet.',
    name: 'Name des Kontos',
    nameHint: 'Nur nötig, wo der Dienst nicht sagt, wer Sie sind.',
    password: 'Passwort',
    domainHint: 'Lassen Sie das leer, wenn Ihr Anbieter Ihnen keine genannt hat.',
    otp: 'Einmalcode',
    otpHint: 'Der Dienst verlangt einen Einmalcode.',
    done: (user: string) => `Angemeldet als ${user}`,
  },
  secrets: {
    secure: 'Tokens liegen im Schlüsselbund dieses Rechners.',
    'session-only':
      'Dieser Rechner bietet keinen Schlüsselbund. Tokens liegen nur im Arbeitsspeicher: Sie melden sich nach jedem Start neu an.',
    locked:
      'Der Schlüsselbund ist gesperrt. Entsperren Sie ihn oder melden Sie sich für diese Sitzung an.',
    refused:
      'Der Schlüsselbund ist offen und hat ein Token nicht angenommen. Es liegt im Arbeitsspeicher: Nach dem nächsten Start melden Sie sich neu an.',
  },
  appearance: {
    theme: 'Farbschema',
    themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
    contrast: 'Kontrast',
    contrasts: { system: 'Wie das System', more: 'Hoch' },
    density: 'Zeilen',
    densities: { comfortable: 'Luftig', compact: 'Dicht' },
    units: 'Einheiten',
    unitNames: { metric: 'Kilometer', imperial: 'Meilen' },
    asUnits: 'Wie die Einheiten',
    quantities: {
      distance: { title: 'Strecken', options: { km: 'km', mi: 'mi' } },
      speed: { title: 'Tempo', options: { kmh: 'km/h', mph: 'mph' } },
      volume: { title: 'Mengen', options: { litre: 'l', us: 'US-gal', imperial: 'imp. gal' } },
      consumption: {
        title: 'Verbrauch',
        options: {
          litresPer100Km: 'l/100 km',
          kmPerLitre: 'km/l',
          us: 'mpg (US)',
          imperial: 'mpg (imp.)',
        },
      },
      temperature: { title: 'Temperaturen', options: { celsius: '°C', fahrenheit: '°F' } },
    },
    zones: { mine: 'Meine', vehicle: 'Team des Fahrzeugs', tenant: 'Mandant', utc: 'UTC' },
    otherZone: 'Andere Zeitzone',
    noOtherZone: 'Keine: wie oben gewählt',
    zoneHint: (zone: string) => `Die Zeitzone des Mandanten ist ${zone}.`,
    unknownZone: 'nicht bekannt',
    systemLanguage: 'Wie das System',
    language: 'Sprache von Datum und Zahlen',
    english: 'English',
    serviceLanguage: 'Wie die Oberfläche',
    languageHint: (example: string) => `Jetzt: ${example}`,
    accents: { tenant: 'Die des Mandanten, wo sie lesbar ist', waybill: 'Die von Waybill' },
    reset: (name: string) => `Zurücksetzen: ${name}`,
    resetLanguage: 'Zurück zur Sprache der Oberfläche',
  },
  attention: {
    on: 'Melden, wo Sie gebraucht werden, während Sie anderswo arbeiten',
    hint: 'Das System zeigt, wie viele es sind, und keine Namen. Dock, Taskleiste und Infobereich zeigen jederzeit, was wartet.',
    quiet: 'Ruhezeit',
    quietHint:
      'Zwischen diesen Zeiten wird nichts gemeldet; was inzwischen kam, wird danach gemeldet.',
    from: 'Ruhe von',
    to: 'Ruhe bis',
  },
  letters: {
    hint: 'PDFs, die Waybill macht, sind in den Schriftarten der App gesetzt. Für eine weitere Schrift laden Sie unten ihre Schriftart herunter, oder Sie legen eine TrueType- oder OpenType-Schriftart in den Ordner: Die verwenden Dokumente eine halbe Minute nach dem letzten. Ohne Ihr Ja wird nichts heruntergeladen: Was keine Schriftart zeichnet, wird an seiner Stelle benannt.',
    app: 'Zeichnet die App',
    added: 'Zeichnen hinzugefügte Schriftarten',
    missing: 'Noch nicht gezeichnet',
    folder: 'Ordner für Schriftarten',
    files: 'Hinzugefügte Schriftarten',
    noFont: 'keine verwendbare Schriftart',
    open: 'Ordner öffnen',
    again: 'Noch einmal nachsehen',
    remove: (font: string) => `${font} entfernen`,
    offers: {
      title: 'Schriftarten zum Herunterladen',
      lacking: (scripts: string) => `Ohne Schriftart und an ihrer Stelle benannt: ${scripts}.`,
      ask: (family: string, size: string, host: string) =>
        `${family} (${size}) von ${host} herunterladen …`,
      coming: (family: string, size: string, host: string) =>
        `${family} (${size}) kommt von ${host} …`,
      question: (family: string) => `${family} herunterladen?`,
      what: (family: string, size: string, licence: string, host: string) =>
        `${family} ist eine Schriftart von ${size} unter der SIL Open Font License (${licence}). Sie liegt bei ${host}, einem öffentlichen Server für Pakete, der weder zu Ihrem Dienst noch zu Waybill gehört.`,
      learns: (host: string) =>
        `${host} erfährt die Internetadresse dieses Rechners, die Uhrzeit, welche Schriftart gefragt ist und die Version von Waybill.`,
      never:
        'Nichts von Ihrer Anmeldung und nichts aus einer Antwort geht dorthin. Was kommt, bleibt nur, wenn es Byte für Byte die Datei ist, die Waybill erwartet. In den Einstellungen lässt sie sich entfernen.',
      fetch: (host: string) => `Von ${host} herunterladen`,
      done: (family: string) =>
        `${family} ist da. Dokumente, die ab jetzt gemacht werden, sind damit gezeichnet.`,
    },
  },
  keyboard: {
    singleKeys: 'Kürzel aus einer einzelnen Taste',
    hint: 'Pfeiltasten, Eingabe und Strg+K gehen immer.',
    own: 'Ihre Tasten',
    key: 'Taste',
    act: 'Was sie tut',
    acts: {
      down: 'Eine Zeile nach unten, der nächste Datensatz',
      up: 'Eine Zeile nach oben, der vorige',
      choose: 'Die Zeile auswählen',
      filter: 'Zur Suche der Liste',
      leader: 'Mit dem Buchstaben einer Seite: dorthin',
      note: 'Eine Notiz zu einer Antwort schreiben',
      undo: 'Das letzte Urteil zurücknehmen',
    },
    refused: {
      none: 'Ein Zeichen, das eine Taste schreibt: ein Buchstabe oder ein Satzzeichen.',
      digit: 'Ziffern urteilen über Antworten und weisen Tankvorgänge zu; sie bleiben.',
      taken: (act: string) => `Sie tut schon etwas: ${act}.`,
    },
  },
  availability: {
    hint: 'Gelernt aus dem, was der Dienst geantwortet hat. Was hier nicht steht, darf verwendet werden.',
    all: 'Bisher wurde nichts verweigert.',
  },
  profile: {
    hint: 'Namen, die Ihr Dienst anders verwendet. Was leer bleibt, hat seine Vorgabe; sie scheint durch.',
    overrides: 'Überschrieben',
    asJson: 'Als JSON',
    byDefault: (value: string) => `Vorgabe: ${value}`,
    groups: {
      pages: 'Seiten von Listen',
      archived: 'Archivierte Datensätze',
      dates: 'Zeiträume',
      signIn: 'Pfade der Anmeldung',
      single: 'Einzelne Endpunkte und Rechte',
    },
    fields: {
      sort: 'Name der Sortierung',
      fields: 'Name der Feldauswahl',
      totals: 'Wo die Zahl aller Zeilen liegt',
      limits: 'Wo die geltende Seitengröße liegt',
      archived: 'Sein Wert für archivierte Datensätze',
      all: 'Sein Wert für alle Datensätze',
      date: (name: string) => `Name von „${name}“`,
      paths: {
        login: 'Anmelden',
        loginOtp: 'Anmelden mit Einmalcode',
        refreshToken: 'Token erneuern',
        getMe: 'Wer angemeldet ist',
        logout: 'Abmelden',
      },
    },
    rows: {
      hint: 'Stellen in einer Antwort: etwa data oder result.areas, mehrere mit Kommas; ein einzelner Punkt ist die Antwort selbst.',
      label: (number: string) => `Überschreibung ${number}`,
      kinds: {
        envelopes: 'Wo die Antwort liegt',
        paths: 'Pfad',
        queryNames: 'Name eines Parameters',
        bodyNames: 'Name eines gesendeten Feldes',
        permissions: 'Schlüssel eines Rechts',
      },
      endpoint: 'Endpunkt',
      permission: 'Recht',
      ours: 'Name hier',
      theirs: 'Beim Dienst',
      add: 'Überschreibung hinzufügen',
      remove: (number: string) => `Überschreibung ${number} entfernen`,
    },
    problem: {
      pageSize: 'Geben Sie eine ganze Zahl von 1 bis 1000 ein.',
      firstPage: 'Wählen Sie 1 oder 0.',
      name: 'Beginnen Sie mit einem Buchstaben; dann Buchstaben, Ziffern, Punkte, Striche.',
      places: 'Geben Sie Stellen wie data oder result.areas ein, mit Kommas dazwischen.',
      path: 'Beginnen Sie mit / und nennen Sie einen Pfad wie /auth/login.',
      needed: 'Füllen Sie die ganze Zeile aus, oder entfernen Sie sie.',
      twice: 'Das ist schon überschrieben.',
    },
    defaults: 'Vorgaben',
    save: 'Profil speichern',
    saved: 'Das Profil ist gespeichert',
    invalid: 'Das ist kein gültiges JSON.',
    found: 'Was der Dienst nachweislich versteht',
    foundHint:
      'Ermittelt durch Lesen, das nichts ändert; es gilt, solange Sie keinen Namen selbst setzen.',
    notAsked: 'Noch nicht gefragt. Ein Server wird einmal gefragt, bald nach der ersten Anmeldung.',
    ask: 'Dienst fragen',
    askAgain: 'Noch einmal fragen',
    askedAt: 'Gefragt',
    columns: { what: 'Was', used: 'Vorgabe', found: 'Gefunden', inUse: 'In Gebrauch' },
    about: {
      limit: 'Name der Seitengröße',
      page: 'Name der Seitennummer',
      firstPage: 'Nummer der ersten Seite',
      pageSize: 'Zeilen je Seite',
      archived: 'Filter für archivierte Datensätze',
      envelope: 'Wo die Zeilen liegen',
    },
    unknown: 'War nicht zu erkennen',
    asDefault: 'Die Vorgabe',
    asFound: 'Was gefunden wurde',
    asSet: 'Was Sie gesetzt haben',
  },
  updates: {
    off: {
      notSet:
        'Waybill sucht nicht nach neuen Versionen: Auf diesem Rechner ist keine Quelle eingestellt.',
      forbidden:
        'Die Richtlinie dieses Rechners lässt nicht zu, dass Waybill sich selbst erneuert.',
      system:
        'Diese Installation erneuert Waybill nicht selbst; neue Versionen kommen auf dem Weg, auf dem sie kam.',
      unsigned:
        'Diese Version nennt keinen Herausgeber, mit dessen Unterschrift eine neue verglichen werden könnte; sie erneuert sich darum nicht selbst.',
    },
    installed: 'Installiert',
    lookedAt: 'Zuletzt gefragt',
    current: 'Es gibt keine neuere Version.',
    found: (version: string) => `Waybill ${version} kann geholt werden.`,
    notice: (version: string) => `Waybill ${version} ist da: Einstellungen, Neue Versionen.`,
    looking: 'Die Quelle wird gefragt…',
    fetching: (version: string, percent: string) => `Waybill ${version} wird geholt: ${percent}`,
    ready: (version: string) =>
      `Waybill ${version} ist geholt. Installiert wird es nur, wenn die Unterschrift stimmt.`,
    waiting:
      'Es wird nichts mehr gesendet. Waybill startet neu, sobald beendet ist, was unterwegs ist.',
    busy: 'Nach zwei Minuten waren noch Änderungen unterwegs; Waybill wurde nicht neu gestartet.',
    failed: (why: string) => `Das ging nicht (${why}). Die installierte Version läuft weiter.`,
    notInstalled:
      'Die neue Version ließ sich nicht installieren; die bisherige wurde wieder geöffnet. Nichts ist verloren; unter Einstellungen, Neue Versionen lässt sie sich neu holen.',
    whatIsNew: 'Was neu ist',
    look: 'Jetzt fragen',
    fetch: 'Holen',
    install: 'Beenden und installieren',
  },
  about: {
    version: 'Version',
    host: 'Läuft in',
    data: 'Datenordner',
    policy: 'Richtlinie dieses Rechners',
    policies: {
      none: 'Keine',
      inForce: 'In Kraft',
      broken: 'Nicht zu gebrauchen: kein Server wird gefragt und keine Datei gespeichert',
    },
    licences: 'Lizenzen der Pakete und Schriften in Waybill',
    noLicences:
      'Sie konnten nicht gelesen werden. Die Datei third-party-notices.txt neben dem Programm enthält sie.',
  },
  hosts: { electron: 'einem eigenen Fenster', headless: 'einem Browser' },
  welcome: {
    title: 'Ihre Flotte, mit Netz und ohne',
    lead: 'Waybill hält eine vollständige Kopie Ihrer Flotte auf diesem Rechner. Sie können alles ohne Netz sehen, suchen und ändern; was Sie ändern, wartet sicher, bis der Dienst es hat.',
    signInHint: 'Mit einem Token oder mit E-Mail und Passwort an Ihrem Flottendienst.',
    demo: 'Vorführung öffnen',
    demoHint:
      'Eine simulierte Flotte in einer erfundenen Stadt, aus Waybill selbst. Kein Konto, kein Netz.',
    opening: 'Öffnet…',
  },
};
