/** Kameraereignisse und die Kameras der Flotte. */
export const cameras = {
  tabs: { events: 'Ereignisse', fleet: 'Alle Kameras' },
  severities: { high: 'Hoch', medium: 'Mittel', low: 'Niedrig' },
  filter: {
    label: 'Wessen Ereignisse',
    vehicle: 'Ereignisse eines Fahrzeugs',
    driver: 'Ereignisse eines Fahrers',
    only: (name: string) => `Nur ${name}`,
    leave: (name: string) => `Wieder alle, nicht nur ${name}`,
  },
  facts: {
    lasted: 'Dauer',
    route: 'Weg',
  },
  showRoute: 'Weg dieses Tages zeigen',
  media: {
    title: 'Bilder und Aufnahmen',
    none: 'Der Dienst nennt keinen Verweis auf ein Bild oder eine Aufnahme davon.',
    nth: (number: string) => `Aufnahme ${number}`,
    at: (host: string) => `bei ${host}`,
    noLink: 'keine Adresse, der man folgen kann',
    copy: 'Verweis kopieren',
    copyOf: (camera: string) => `Verweis kopieren: ${camera}`,
    files: {
      title: 'Bilder und Aufnahmen',
      absent: (count: string) =>
        count === '1'
          ? 'Eine davon liegt beim Dienst selbst.'
          : `${count} davon liegen beim Dienst selbst.`,
      fetch: 'Vom Dienst holen',
    },
    elsewhere: {
      whose: (host: string) =>
        `Dieses Ereignis nennt Dateien bei ${host}. Das ist nicht Ihr Dienst, und Waybill weiß nicht, wessen Server es ist.`,
      never:
        'Ihre Anmeldung geht nie dorthin, und sonst nichts von diesem Ereignis. Was kommt, bleibt auf diesem Rechner.',
    },
    hint: 'Waybill folgt diesen Verweisen nicht von selbst: Sie führen zu einem anderen Server, der erführe, wer was ansieht.',
  },
  map: {
    title: 'Auf der Karte',
    noRoute:
      'Der Weg davor und danach wird gezeichnet, sobald der Verlauf dieses Tages gelesen ist.',
  },
  fleet: {
    label: 'Alle Kameras der Flotte',
    file: 'Kameras',
    search: 'Fahrzeug, Seite, Gerät suchen',
    columns: {
      side: 'Blickt nach',
      ends: 'Verweis gültig bis',
    },
    ended: (day: string) => `endete ${day}`,
    read: (devices: string) =>
      devices === '1' ? 'Kameras von 1 Gerät lesen' : `Kameras von ${devices} Geräten lesen`,
    reading: (done: string, total: string) => `Liest Gerät ${done} von ${total}`,
    unread: (unread: number, total: number) =>
      unread === 0
        ? 'Alle wurden gelesen.'
        : unread === total
          ? 'Noch keine wurde auf diesem Rechner gelesen.'
          : `Auf diesem Rechner nicht gelesen: ${String(unread)} von ${String(total)} Geräten.`,
    offline: 'Zurzeit besteht keine Verbindung. Gezeigt wird, was früher gelesen wurde.',
    cut: 'Es werden nur die ersten 5.000 Geräte betrachtet.',
    noDevices: 'Kein Gerät hat eine Kamera',
    noDevicesHint: 'Nach dem, was die Geräte auf diesem Rechner sagen.',
    none: 'Noch keine Kameras gelesen',
    noneHint: 'Der Dienst nennt die Kameras eines Geräts nach dem anderen.',
    count: (count: number, words: string) => (count === 1 ? '1 Kamera' : `${words} Kameras`),
    oldest: 'Die älteste gelesen',
  },
};
