const plain = (count: number, one: string, more: string): string =>
  count === 1 ? `1 ${one}` : `${String(count)} ${more}`;

/** Der Ausgang: jede Änderung, bis der Dienst sie hat. */
export const outbox = {
  what: 'Änderungen',
  count: (count: number, words: string) => (count === 1 ? '1 Änderung' : `${words} Änderungen`),
  columns: {
    write: 'Änderung',
    reason: 'Grund',
    change: 'Inhalt',
    state: 'Zustand',
    attempts: 'Versuche',
    made: 'Gemacht',
    updated: 'Zuletzt',
  },
  filters: {
    open: 'Offen',
    waiting: 'Wartet',
    needsYou: 'Braucht Sie',
    settled: 'Erledigt',
    all: 'Alle',
  },
  notCorrected:
    'Diese Änderung kann hier nicht korrigiert werden. Der Ausgang sagt, was mit ihr getan werden kann.',
  filterLabel: 'Welche Änderungen',
  anyState: 'Ein Zustand…',
  stateCount: (state: string, count: string) => `${state} (${count})`,
  states: {
    QUEUED: 'Wartet',
    SENDING: 'Wird gesendet',
    UNCERTAIN: 'Ungewiss',
    VERIFYING: 'Wird geprüft',
    REJECTED: 'Abgelehnt',
    CONFIRMED: 'Gesendet',
    CANCELLED: 'Zurückgenommen',
    DISCARDED: 'Verworfen',
    NEEDS_USER: 'Braucht Sie',
  },
  explain: {
    QUEUED: 'Sie wird gesendet, sobald sie darf.',
    SENDING: 'Sie ist unterwegs zum Dienst.',
    UNCERTAIN:
      'Die Antwort ging verloren. Waybill sieht beim Dienst nach, bevor es noch einmal sendet.',
    VERIFYING: 'Waybill sieht nach, ob der Dienst sie hat.',
    REJECTED: 'Der Dienst hat sie abgelehnt. Dort wurde nichts geändert.',
    NEEDS_USER: 'Nur Sie können entscheiden, wie es weitergeht.',
    CONFIRMED: 'Der Dienst hat sie.',
    CANCELLED: 'Sie wurde zurückgenommen und wird nicht gesendet.',
    DISCARDED: 'Sie wurde aufgegeben. Sie kann zurückgeholt werden.',
  },
  holds: {
    op: 'Wartet auf eine andere Änderung',
    signIn: 'Wartet auf die Anmeldung',
    offline: 'Wartet auf eine Verbindung',
    rateLimit: 'Der Dienst bat zu warten',
    disk: 'Wartet auf Platz auf diesem Rechner',
    person: 'Von Ihnen angehalten',
    retry: 'Wartet auf den nächsten Versuch',
    grace: 'Kann noch zurückgenommen werden',
    handedOver: 'In einer Datei übergeben',
    imported: 'Aus einer Datei, angehalten',
  },
  explainHold: {
    person: 'Sie wird nicht gesendet, bevor Sie sie freigeben.',
    handedOver:
      'Sie ging in einer Datei hinaus, um anderswo gesendet zu werden. Geben Sie sie hier doch frei, sieht Waybill erst nach, ob der Dienst sie hat.',
    imported:
      'Sie kam aus einer Datei und ist angehalten, bis Sie sie freigeben. Waybill sieht dann nach, ob der Dienst sie hat, bevor es etwas sendet.',
  },
  until: (time: string) => `bis ${time}`,
  remedies: {
    cancel: 'Rückgängig',
    retry: 'Jetzt erneut versuchen',
    edit: 'Bearbeiten',
    hold: 'Anhalten',
    resume: 'Freigeben',
    discard: 'Verwerfen',
    undo: 'Beim Dienst rückgängig machen',
    link: 'Es ist dieser Datensatz',
    resolve: 'Je Feld wählen',
    recreate: 'Noch einmal anlegen',
    restore: 'Zurückholen',
    acknowledge: 'Gesehen, so lassen',
  },
  done: {
    cancel: 'Zurückgenommen',
    retry: 'Neuer Versuch',
    hold: 'Angehalten',
    resume: 'Geht weiter',
    discard: 'Verworfen; sie kann zurückgeholt werden',
    undo: 'Das Rückgängigmachen wartet auf das Senden',
    link: 'Verknüpft',
    recreate: 'Es wird noch einmal angelegt',
    restore: 'Zurückgeholt',
    acknowledge: 'Vermerkt; es wird nicht noch einmal gemeldet',
    resolve: 'Entschieden',
    edit: 'Geändert',
  },
  after: 'Nachher',
  absent: 'nichts',
  was: (value: string) => `ändert sich (war ${value})`,
  shape: {
    points: (count: number) => plain(count, 'Punkt', 'Punkte'),
    around: (position: string) => `um ${position}`,
  },
  fields: 'Inhalt',
  deletes: 'Der ganze Datensatz wird gelöscht',
  noFields: 'Sie hat keine Felder; sie wirkt auf den ganzen Datensatz.',
  attempts: (count: number) => plain(count, 'Versuch', 'Versuche'),
  never: 'noch nicht versucht',
  dependsOn: (count: number) =>
    count === 1 ? 'Wartet auf 1 Änderung davor' : `Wartet auf ${String(count)} Änderungen davor`,
  irreversible: 'Kann nach dem Senden nicht zurückgenommen werden',
  emptyOpen: 'Nichts wartet',
  emptyOpenHint: 'Jede Änderung ist beim Dienst. Erledigte stehen unter „Erledigt“.',
  empty: 'Keine Änderungen hier',
  conflict: {
    over: {
      discarded:
        'Die Änderung wurde inzwischen verworfen, in einem anderen Fenster oder von jemand anderem an diesem Arbeitsplatz. Es gibt nichts mehr zu wählen.',
      decided:
        'Das ist inzwischen entschieden, oder der Dienst und Sie stimmen überein. Es gibt nichts mehr zu wählen.',
    },
    across: (length: string) => `${length} breit; die anderen sind gestrichelt`,
    title: 'Beide Seiten haben dasselbe Feld geändert',
    explain:
      'Während Ihre Änderung wartete, hat jemand anderes dasselbe Feld geändert. Wählen Sie den Wert, den es haben soll; vor dem Anwenden wird nichts gesendet.',
    sides: {
      base: { title: 'Vorher', then: 'Stellt her, wovon beide Seiten ausgingen.' },
      mine: { title: 'Mein Wert', then: 'Sendet Ihren Wert über den anderen.' },
      theirs: { title: 'Beim Dienst', then: 'Lässt den anderen; Ihrer wird nicht gesendet.' },
    },
    notOffered: 'Hier nicht möglich: stattdessen neu zuweisen.',
    all: 'Für alle Felder:',
    left: (count: number) => `${plain(count, 'Feld', 'Felder')} zu entscheiden`,
    ready: 'Alles ist entschieden',
    chooseAll: 'Wählen Sie für jedes Feld einen Wert.',
  },
  link: {
    title: 'Welcher Datensatz ist es?',
    explain:
      'Waybill konnte nicht erkennen, ob der Dienst ihn angelegt hat. Ist es einer von diesen, wählen Sie ihn; sonst versuchen Sie es erneut.',
    candidates: 'Datensätze, die es sein können',
    compare: (count: number) =>
      count === 1
        ? 'Der Datensatz, der es sein kann, neben dem Gesendeten'
        : 'Die Datensätze, die es sein können, neben dem Gesendeten',
    sent: 'Gesendet',
    notShown: 'nicht gezeigt',
    claimed: (name: string) => `Von einer anderen Änderung angelegt: ${name}`,
    source: {
      gone: 'Der Dienst hat ihn nicht mehr.',
      unknown: 'Er kann jetzt nicht gelesen werden; hier ist nichts über ihn bekannt.',
      mirror: 'So, wie er zuletzt gelesen wurde.',
    },
    search: 'Einen Datensatz suchen',
    id: 'Oder die Nummer eines Datensatzes, der nicht in der Liste steht',
    do: 'Verknüpfen',
    doNamed: (name: string) => `Mit ${name} verknüpfen`,
  },
  edit: {
    title: 'Änderung bearbeiten',
    explain: 'Sie wurde noch nicht angewendet und kann deshalb noch geändert werden.',
  },
  leaving: {
    title: {
      signOut: (name: string) => `Von ${name} abmelden?`,
      use: (name: string) => `${name} verlassen?`,
      remove: (name: string) => `${name} entfernen?`,
    },
    still: (count: number, words: string) =>
      count === 1 ? '1 Änderung wartet noch:' : `${words} Änderungen warten noch:`,
    more: '…',
    inFlight: (count: number) =>
      count === 1
        ? '1 davon ist in diesem Augenblick unterwegs.'
        : `${String(count)} davon sind in diesem Augenblick unterwegs.`,
    then: {
      signOut: 'Sie bleiben auf diesem Rechner und werden nach der nächsten Anmeldung gesendet.',
      use: 'Sie bleiben auf diesem Rechner und werden gesendet, wenn dieses Konto wieder in Gebrauch ist.',
      remove:
        'Sie werden nicht gesendet. Sie bleiben als Datei im Ordner „removed“ der Daten von Waybill, von wo sie nach einer Anmeldung am selben Konto eingelesen werden können.',
    },
    confirm: 'Geben Sie die Zahl der Änderungen ein, die mitgehen',
    export: 'Kopie ausgeben…',
    do: { signOut: 'Abmelden', use: 'Wechseln', remove: 'Entfernen' },
    setAsideAs: (file: string) =>
      `Die wartenden Änderungen liegen als ${file} im Datenordner von Waybill.`,
    reviewsAs: (file: string) =>
      `Die Prüfungen liegen als ${file} im Datenordner von Waybill und lassen sich wieder einlesen.`,
    leftAs: (file: string) =>
      `Einige seiner Dateien ließen sich nicht löschen. Löschen Sie den Ordner ${file} im Datenordner von Waybill.`,
  },
  history: {
    title: 'Was mit ihr geschah',
    none: 'Es ist nichts vermerkt.',
  },
  answer: {
    name: 'Letzte Antwort',
    status: (status: number) => `Status ${String(status)}`,
    body: 'Was der Dienst geantwortet hat',
  },
  needs: 'Wartet auf',
  neededBy: 'Warten auf diese',
  refused: (status: number, why: string) => `Abgelehnt (${String(status)}): ${why}`,
  changedBoth: (fields: string) => `Dasselbe wurde inzwischen geändert: ${fields}.`,
  chosen: {
    none: 'Alle offenen Änderungen',
    held: (count: number) =>
      count === 1 ? '1 Änderung ist angehalten' : `${String(count)} Änderungen sind angehalten`,
    resumed: (count: number) =>
      count === 1 ? '1 Änderung geht weiter' : `${String(count)} Änderungen gehen weiter`,
  },
  exporting: {
    title: 'Änderungen ausgeben',
    which: 'Welche',
    all: (count: string) => `Alle offenen (${count})`,
    chosen: (count: string) => `Die gewählten (${count})`,
    why: 'Wozu',
    copy: 'Als Kopie zum Aufheben',
    copyHint: 'Die Änderungen bleiben, wie sie sind, und werden von hier gesendet.',
    handOver: 'Zur Übergabe',
    handOverHint:
      'Sie sind hier angehalten und werden dort gesendet, wo die Datei eingelesen wird. Sie können sie hier jederzeit wieder freigeben.',
    explain:
      'Die Datei ist ein ZIP mit einer lesbaren Seite und allem, was Waybill zum Weitermachen braucht. Sie enthält kein Passwort und kein Token, aber alle Werte der Änderungen.',
    busy: 'Gibt aus…',
    done: (count: number) =>
      count === 1
        ? '1 Änderung ist in der Datei.'
        : `${String(count)} Änderungen sind in der Datei.`,
    handedOver: 'Sie sind hier angehalten.',
    left: (count: number) =>
      count === 1
        ? '1 Änderung bleibt hier: Sie ist unterwegs, oder niemand könnte sie senden.'
        : `${String(count)} Änderungen bleiben hier: Sie sind unterwegs, oder niemand könnte sie senden.`,
    cancelled: 'Es wurde keine Datei gespeichert. Nichts wurde geändert.',
  },
  saved: {
    file: (name: string) => `Gespeichert als ${name}.`,
  },
  importing: {
    open: 'Einlesen…',
    title: 'Änderungen einlesen',
    choose: 'Ein ausgegebener Ausgang (ZIP)',
    chooseHint:
      'Er muss zum Konto gehören, das in Gebrauch ist. Nichts ändert sich, bevor Sie bestätigen.',
    tooLarge: 'Die Datei ist größer, als ein Ausgang sein kann.',
    reading: 'Liest die Datei…',
    copy: (when: string) =>
      `Eine Kopie vom ${when}. Diese Änderungen warten auch dort, wo sie entstand: Geben Sie sie nur an einer Stelle frei.`,
    handOver: (when: string) =>
      `Übergeben am ${when}. Wo die Datei entstand, sind diese Änderungen angehalten.`,
    counts: {
      new: (count: number) =>
        count === 1
          ? '1 Änderung kommt herein, angehalten.'
          : `${String(count)} Änderungen kommen herein, angehalten.`,
      here: (count: number) =>
        count === 1
          ? '1 Änderung ist schon in diesem Ausgang.'
          : `${String(count)} Änderungen sind schon in diesem Ausgang.`,
      settled: (count: number) =>
        count === 1
          ? '1 Änderung war dort erledigt, wo die Datei entstand, und bleibt draußen.'
          : `${String(count)} Änderungen waren dort erledigt, wo die Datei entstand, und bleiben draußen.`,
      notUnderstood: (count: number) =>
        count === 1
          ? '1 Änderung versteht dieses Waybill nicht. Sie bleibt, wie sie ist, und fragt Sie.'
          : `${String(count)} Änderungen versteht dieses Waybill nicht. Sie bleiben, wie sie sind, und fragen Sie.`,
      orphaned: (count: number) =>
        count === 1
          ? '1 Änderung gehört zu einem Datensatz, der nicht in der Datei ist. Sie kommt herein und fragt Sie.'
          : `${String(count)} Änderungen gehören zu Datensätzen, die nicht in der Datei sind. Sie kommen herein und fragen Sie.`,
      unreadable: (count: number) =>
        count === 1
          ? '1 Eintrag ist keine Änderung und bleibt draußen.'
          : `${String(count)} Einträge sind keine Änderungen und bleiben draußen.`,
    },
    fates: {
      new: 'Kommt herein',
      here: 'Ist hier',
      settled: 'Dort erledigt',
      notUnderstood: 'Nicht verstanden',
      orphaned: 'Ohne ihren Datensatz',
      unreadable: 'Bleibt draußen',
    },
    list: 'Was die Datei enthält',
    nothing: 'Aus dieser Datei käme nichts herein.',
    doNothing: 'Einlesen',
    do: (count: number) =>
      count === 1 ? '1 Änderung einlesen' : `${String(count)} Änderungen einlesen`,
    done: (count: number) =>
      count === 1
        ? '1 Änderung kam herein. Sie ist angehalten, bis Sie sie freigeben.'
        : `${String(count)} Änderungen kamen herein. Sie sind angehalten, bis Sie sie freigeben.`,
    another: 'Andere Datei wählen',
  },
};
