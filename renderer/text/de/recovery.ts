const counted = (count: number, one: string, more: string): string =>
  `${String(count)} ${count === 1 ? one : more}`;

/** Was nach dem Neuaufbau beschädigter oder verlorener Dateien eines Kontos gesagt wird. */
export const recovery = {
  title: {
    damaged: 'Die Datenbank dieses Kontos war beschädigt und wurde neu aufgebaut',
    lost: 'Die Datenbank dieses Kontos fehlte und wurde neu aufgebaut',
    older: 'Die Datenbank dieses Kontos war eine alte Kopie und wurde auf den Stand gebracht',
    journal: 'Die zweite Fassung Ihrer Änderungen wurde neu aufgebaut',
    copied: 'Die Dateien dieses Kontos sind eine Kopie',
  },
  noticed: (when: string) => `Bemerkt ${when}.`,
  copied:
    'Sie stammen aus einer Sicherung oder von einem anderen Ort, wo das Wartende schon gesendet worden sein kann. Deshalb sieht Waybill zuerst nach.',
  allGone:
    'Auch das Journal daneben fehlte: Was noch zu senden war, Notizen und Prüfungen sind hier nicht mehr da. Eine Sicherung des Ordners dieses Kontos bringt sie zurück.',
  source: {
    whole: 'Was kein Dienst noch einmal geben kann, kam aus ihrem Journal zurück.',
    damaged:
      'Auch das Journal daneben war beschädigt: Was eine der Dateien noch gab, kam zurück, und nichts darin galt als Beweis.',
    copied:
      'Das Journal daneben ist eine Kopie: Was darin steht, kam zurück, und nichts darin galt als Beweis.',
    missing:
      'Das Journal daneben fehlte: Was die beschädigte Datei noch gab, kam zurück, und nichts darin galt als Beweis.',
  },
  journal: {
    whole:
      'Das Journal neben der Datenbank war ein älteres. Die Datenbank selbst ist heil; nichts ist verloren.',
    copied: 'Das Journal neben der Datenbank war eine ältere Kopie. Die Datenbank selbst ist heil.',
    damaged: 'Das Journal neben der Datenbank war beschädigt. Die Datenbank selbst ist heil.',
    missing: 'Das Journal neben der Datenbank fehlte. Die Datenbank selbst ist heil.',
  },
  back: 'Zurückgekommen',
  waits: 'Wartet',
  parts: {
    writes: (count: number) => counted(count, 'offene Änderung', 'offene Änderungen'),
    settled: (count: number) => counted(count, 'erledigte Änderung', 'erledigte Änderungen'),
    desk: (count: number) =>
      count === 1
        ? '1 Sache, die sich der Arbeitsplatz merkt (Ansichten, Entwürfe, Notizen, Urteile)'
        : `${String(count)} Sachen, die sich der Arbeitsplatz merkt (Ansichten, Entwürfe, Notizen, Urteile)`,
    trash: (count: number) =>
      counted(count, 'Datensatz des Papierkorbs', 'Datensätze des Papierkorbs'),
  },
  nothing: 'Es war nichts nötig',
  verified: 'Wird geprüft',
  toVerify: (count: number) =>
    count === 1
      ? '1 Änderung: Waybill sieht beim Dienst nach, bevor etwas noch einmal gesendet wird.'
      : `${String(count)} Änderungen: Waybill sieht beim Dienst nach, bevor etwas noch einmal gesendet wird.`,
  aside: 'Beiseitegelegt',
  asideHint: 'im Ordner dieses Kontos, unverändert',
  todo: 'Zu tun',
  todoText: {
    mirror:
      'Nichts. Fahrzeuge, Bereiche und alles andere werden wieder vom Dienst gelesen, sobald er erreichbar ist.',
    writes: 'Nichts.',
  },
  done: 'Ich habe das gelesen',
};
