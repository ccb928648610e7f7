/** Kraftstoff: Tankvorgänge, was gegen sie spricht, zu wem sie gehören, Summen je Fahrzeug. */
export const fuel = {
  tabs: { list: 'Tankvorgänge', vehicles: 'Nach Fahrzeug' },
  list: 'Tankvorgänge',
  search: 'Tankstelle, Fahrer, Karte suchen',
  period: {
    of: (days: string) => `Tage: ${days}`,
    last: (days: string) => `Letzte ${days} Tage`,
    range: (from: string, to: string) => `${from} bis ${to}`,
    show: 'Diese Tage zeigen',
    backwards: 'Das liegt vor dem ersten Tag.',
    needed: 'Geben Sie beide Tage ein.',
  },
  unassigned: 'Keinem Fahrzeug zugewiesen',
  marks: {
    title: 'Warum es auffällt',
    none: 'Nach dem, was auf diesem Rechner gelesen wurde, spricht nichts dagegen.',
    noRoute: 'Wo das Fahrzeug damals war, wurde auf diesem Rechner nie gelesen.',
    readRoute: 'Fahrten dieses Tages lesen',
    short: {
      moving: 'In Fahrt',
      overTank: 'Über Tankinhalt',
      twice: 'Doppelt',
      far: 'Weit weg',
      price: 'Preis',
    },
    moving: (speed: string) => `Das Fahrzeug fuhr damals mit ${speed}.`,
    movingUnknown: 'Das Fahrzeug fuhr damals.',
    overTank: (volume: string, tank: string) =>
      `${volume} sind mehr, als der Tank mit ${tank} fasst.`,
    twice: {
      vehicle: (apart: string) => `Dasselbe Fahrzeug tankte im Abstand von ${apart}.`,
      card: (apart: string) => `Dieselbe Karte zahlte im Abstand von ${apart}.`,
    },
    other: 'Den anderen zeigen',
    far: (distance: string, station: string) =>
      `Das Fahrzeug war damals ${distance} von „${station}“ entfernt.`,
    price: (price: string, unit: string, median: string, share: string, of: string) =>
      `${price} je ${unit}; die Mitte der ${of} Preise dieses Tages ist ${median}: ${share} daneben.`,
  },
  columns: {
    marks: 'Auffällig',
    price: (unit: string) => `Preis je ${unit}`,
    cost: 'Kosten',
    count: 'Tankvorgänge',
    consumption: 'Verbrauch',
    costPerDistance: (distance: string) => `Kosten je 100 ${distance}`,
  },
  showRoute: 'Dieser Tag auf der Karte',
  outside: 'Es ist nicht aus den gezeigten Tagen.',
  showDay: 'Die Tage ringsum zeigen',
  cut: (most: string) =>
    `Betrachtet werden nur die neuesten ${most} Tankvorgänge. Wählen Sie weniger Tage.`,
  candidates: {
    title: 'Zu wem es gehören kann',
    other: 'Anderes Fahrzeug',
    otherTitle: 'Einem anderen Fahrzeug zuweisen',
    ranking: 'Geht die Flotte durch',
    none: 'Hier sagt nichts, zu wem es gehört.',
    noneHint:
      'Gelesene Fahrten sagen, wer an der Tankstelle stand. Unten können Sie ein Fahrzeug wählen.',
    assignTo: (name: string) => `${name} zuweisen`,
    assigned: (name: string) => `${name} zugewiesen`,
    keys: (count: string) =>
      count === '1' ? '1 drücken, um es zuzuweisen.' : `1 bis ${count} drücken, um es zuzuweisen.`,
    read: (read: string, of: string) =>
      `Für diesen Tag sind die Fahrten von ${read} von ${of} Fahrzeugen gelesen.`,
    readTrips: 'Die Fahrten dieses Tages lesen',
    reading: (done: string, of: string) => `Liest Fahrzeug ${done} von ${of}`,
    grade: { strong: 'Stark', likely: 'Wahrscheinlich', weak: 'Schwach' },
    for: 'spricht dafür',
    against: 'spricht dagegen',
    irreversible:
      'Nach dem Senden kann es einem anderen Fahrzeug zugewiesen, aber nicht mehr gelöst werden.',
  },
  reasons: {
    card: (count: string, of: string) =>
      count === of
        ? `Nutzte diese Karte, und sonst niemand (${count})`
        : `Nutzte diese Karte ${count} von ${of} Malen`,
    driver: (name: string) => `${name} fährt es`,
    stoppedThere: (distance: string) => `Stand damals dort (${distance})`,
    droveBy: (distance: string) => `Fuhr damals vorbei (${distance})`,
    elsewhere: (distance: string) => `War damals ${distance} entfernt`,
    wasDriving: 'Fuhr damals',
    lastSeen: (distance: string, apart: string) =>
      `Zuletzt dort gesehen (${distance}), Abstand ${apart}`,
    lastSeenFar: (distance: string, apart: string) =>
      `Zuletzt ${distance} entfernt gesehen, Abstand ${apart}`,
    fits: (tank: string) => `Passt in den Tank von ${tank}`,
    tooSmall: (tank: string) => `Mehr als der Tank von ${tank}`,
    justFilled: (apart: string) => `Tankte im Abstand von ${apart}`,
    due: (since: string, usual: string) => `Tankte ${since} davor, sonst alle ${usual}`,
    usualStation: (count: string) => `Tankte schon dort (${count})`,
  },
  summary: {
    label: 'Kraftstoff nach Fahrzeug',
    search: 'Fahrzeug oder Depot suchen',
    chart: 'Menge gegen Strecke',
    chartHint: (rate: string) =>
      `Jeder Punkt ist ein Fahrzeug. Die Linie ist die ganze Flotte: ${rate}.`,
    chartLabel: (count: string, rate: string) =>
      `${count} Fahrzeuge nach Strecke und Menge; die ganze Flotte: ${rate}. Die Tabelle sagt dasselbe.`,
    noDistance: 'Wie weit sie in diesen Tagen fuhren, wurde auf diesem Rechner nie gelesen.',
    noDistanceHint: 'Menge und Kosten sind aus den Tankvorgängen summiert, die hier sind.',
    read: 'Übersicht gelesen',
    none: 'Kein Kraftstoff in diesen Tagen',
    noneHint: 'Wählen Sie andere Tage.',
    total: (count: string) => (count === '1' ? '1 Fahrzeug' : `${count} Fahrzeuge`),
    point: (name: string, distance: string, volume: string, rate: string) =>
      `${name}: ${volume} auf ${distance}, ${rate}`,
    transactions: 'Seine Tankvorgänge zeigen',
  },
};
