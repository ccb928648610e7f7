const corners = (first: number, count: number): string =>
  `${String(first + 1)} zu ${String(((first + 1) % count) + 1)}`;

/** Was die Seite der Bereiche sagt. */
export const areas = {
  tabs: { label: 'Bereiche und Gruppen', areas: 'Bereiche', groups: 'Gruppen' },
  list: 'Liste der Bereiche',
  detail: 'Einzelheiten des Bereichs',
  search: 'Bereiche nach Namen oder 52.1, 21.0 suchen',
  inView: 'Im Kartenausschnitt',
  duplicate: 'Duplizieren',
  copyName: (name: string) => `${name} (Kopie)`,
  edit: 'Bereich ändern',
  columns: {
    updated: 'Geändert',
  },
  kinds: 'Art des Bereichs',
  type: {
    circle: 'Kreis',
    rectangle: 'Rechteck',
    polygon: 'Vieleck',
    polyline: 'Linie',
  },
  typeHint: {
    circle: 'Klicken Sie die Mitte an, dann den Rand.',
    rectangle: 'Klicken Sie zwei gegenüberliegende Ecken an.',
    polygon:
      'Klicken Sie Ecke um Ecke an; zum Schließen die erste noch einmal, oder drücken Sie die Eingabetaste.',
    polyline:
      'Klicken Sie Punkt um Punkt an; zum Beenden den letzten noch einmal, oder drücken Sie die Eingabetaste.',
  },
  noShape: 'Dieser Bereich hat keine Form, die gezeichnet werden kann. Alle Felder stehen unten.',
  facts: {
    length: 'Länge',
    centre: 'Mitte',
    radius: 'Radius',
    reach: 'Breite je Seite',
    points: 'Punkte',
    inside: 'Jetzt darin',
    readOnly: 'Nur lesbar',
  },
  insideNone: 'Jetzt ist kein Fahrzeug darin.',
  inside: (count: number) => (count === 1 ? '1 Fahrzeug' : `${String(count)} Fahrzeuge`),
  insideMore: (count: number) => `und ${String(count)} weitere`,
  readOnlyHint: 'Der Dienst sagt, dass dieser Bereich nur lesbar ist.',
  sections: { place: 'Ort', inside: 'Jetzt darin' },
  editor: {
    change: (name: string) => `${name} ändern`,
    colour: 'Farbe',
    colourHex: 'Farbe als #rrggbb',
    noGroups: 'Es gibt noch keine Gruppen.',
    shape: 'Form',
    redraw: 'Neu zeichnen',
    editHint: 'Ziehen Sie Ecken auf der Karte oder geben Sie hier Zahlen ein.',
    snapHint:
      'Ecken anderer Bereiche ziehen die an, die gesetzt wird; mit Alt wird sie frei gesetzt.',
    undo: 'Form rückgängig',
    redo: 'Form wiederholen',
    discard: 'Entwurf verwerfen',
    figures: 'Maße',
    unfinished: 'Die Form ist noch nicht fertig.',
    draftSaved: 'Der Entwurf bleibt, bis Sie ihn speichern oder verwerfen.',
    saved: 'Bereich gespeichert: wartet auf das Senden.',
    discarded: 'Entwurf verworfen.',
    resume: (name: string) =>
      name === '' ? 'Zurück zum Entwurf' : `Zurück zum Entwurf von ${name}`,
    radius: 'Radius in Metern',
    reach: 'Breite zu jeder Seite in Metern',
    reachHint: 'Leer lassen für die Linie allein.',
    pasteHint: 'Ein eingefügtes „Breite, Länge“ füllt beide Felder.',
    points: 'Punkte der Form',
    point: 'Punkt',
    latitude: 'Breite',
    longitude: 'Länge',
    pointLatitude: (n: number) => `Breite von Punkt ${String(n)}`,
    pointLongitude: (n: number) => `Länge von Punkt ${String(n)}`,
    addAfter: (n: number) => `Punkt nach Punkt ${String(n)} einfügen`,
    remove: (n: number) => `Punkt ${String(n)} entfernen`,
    up: (n: number) => `Punkt ${String(n)} nach oben`,
    down: (n: number) => `Punkt ${String(n)} nach unten`,
    addPoint: 'Punkt hinzufügen',
  },
  reshape: {
    title: 'Die Form im Ganzen ändern',
    acts: {
      simplify: 'Vereinfachen',
      widen: 'Verbreitern',
      join: 'Mit Bereich vereinen',
      cut: 'Bereich ausschneiden',
    },
    within: (unit: string) => `Ecken weglassen innerhalb von (${unit})`,
    withinHint: 'Keine weggelassene Ecke liegt weiter vom neuen Umriss entfernt.',
    by: (unit: string) => `Rand nach außen verschieben um (${unit})`,
    byHint: 'Eine negative Zahl verschiebt ihn nach innen.',
    other: 'Anderer Bereich',
    apply: 'Übernehmen',
    number: 'Geben Sie eine Zahl ein.',
    surface: (before: string, after: string) => `Fläche ${before}, dann ${after}`,
    points: (before: string, after: string) => `Punkte ${before}, dann ${after}`,
    picture: 'Die neue Form über dem Umriss der bisherigen',
    join: 'Vereinen…',
    cut: 'Ausschneiden…',
    two: (most: string) => `Wählen Sie zwei oder mehr Bereiche, höchstens ${most}.`,
    joinTitle: (count: number) => `${String(count)} Bereiche vereinen`,
    cutTitle: 'Bereiche aus einem ausschneiden',
    stays: 'Der Bereich, der bleibt',
    draft: 'Damit einen neuen Bereich beginnen',
    draftHint: 'Die Bereiche selbst bleiben, wie sie sind.',
    joinName: (names: string) => `${names} vereint`,
    cutName: (name: string) => `${name} (ausgeschnitten)`,
    unread: (name: string) => `${name} hat keine Form, die gezeichnet werden kann.`,
    note: {
      polygon: (corners: string) => `Daraus wird ein Vieleck mit ${corners} Ecken.`,
      holes: (count: number) =>
        count === 1
          ? 'Ein Bereich kann kein Loch haben: Eines wird gefüllt.'
          : `Ein Bereich kann keine Löcher haben: ${String(count)} werden gefüllt.`,
      parts: (count: number) =>
        count === 1
          ? 'Ein Bereich ist ein Umriss: Ein kleinerer Teil daneben bleibt weg.'
          : `Ein Bereich ist ein Umriss: ${String(count)} kleinere Teile daneben bleiben weg.`,
    },
    obstacle: {
      noSurface: 'Eine Linie ohne Breite bedeckt keinen Boden. Geben Sie ihr zuerst eine Breite.',
      crossing:
        'Der Umriss kreuzt oder berührt sich selbst, oder würde es. Versuchen Sie eine andere Zahl.',
      dateLine: 'Er reicht über die Datumsgrenze. Teilen Sie ihn dort.',
      tooLarge: 'Er ist zu groß oder zu nah an einem Pol, als dass Meter stimmten.',
      tooMany: 'Er hat mehr als 3.000 Ecken. Vereinfachen Sie ihn zuerst.',
      empty: 'Nichts würde davon bleiben.',
      apart: 'Sie berühren einander nicht, und ein Bereich ist ein Umriss.',
      untouched: 'Sie überschneiden sich nicht: Nichts würde ausgeschnitten.',
      inside:
        'Was ausgeschnitten wird, liegt innen: Es wäre ein Loch, das kein Bereich haben kann.',
      same: 'Nichts würde sich ändern.',
      noCorners: 'Ein Kreis oder ein Rechteck hat keine Ecken, die wegbleiben könnten.',
    },
  },
  problem: {
    name: 'Geben Sie dem Bereich einen Namen.',
    colour: 'Schreiben Sie die Farbe als # und sechs Ziffern oder Buchstaben von a bis f.',
    point: 'Die Breite ist eine Zahl von −90 bis 90, die Länge von −180 bis 180.',
    radius: 'Geben Sie Meter von 1 bis 2.000.000 ein.',
    dateLine: 'Er reicht über die Datumsgrenze. Teilen Sie ihn dort.',
    flat: 'Die Ecken eines Rechtecks unterscheiden sich in Breite und Länge.',
    fewest: {
      circle: 'Ein Kreis braucht eine Mitte.',
      rectangle: 'Ein Rechteck braucht zwei Ecken.',
      polygon: 'Ein Vieleck braucht drei Ecken.',
      polyline: 'Eine Linie braucht zwei Punkte.',
    },
    crossing: (first: number, second: number, count: number) =>
      `Die Kante von Ecke ${corners(first, count)} kreuzt oder berührt die Kante von Ecke ${corners(second, count)}. Ein Bereich darf sich nicht selbst kreuzen.`,
  },
  groups: {
    notRead: 'Gruppe noch nicht gelesen',
    search: 'Gruppen suchen',
    new: 'Neue Gruppe',
    nameMissing: 'Geben Sie der Gruppe einen Namen.',
    save: 'Namen speichern',
    members: 'Bereiche darin',
    none: 'In dieser Gruppe ist kein Bereich.',
  },
  files: {
    export: 'Bereiche als Kartendatei',
    fileName: 'Waybill Bereiche',
    kinds: {
      geojson: 'GeoJSON',
      kml: 'KML',
      kmz: 'KMZ',
      gpx: 'GPX (Umrisse)',
      csv: 'CSV mit Koordinaten',
    },
    import: 'Bereiche aus einer Datei übernehmen',
    title: 'Bereiche aus einer Datei',
    choose: 'Kartendatei',
    chooseHint:
      'GeoJSON, KML, KMZ, GPX oder CSV. Nichts wird geschrieben, bevor Sie es gesehen haben.',
    drop: 'Oder legen Sie eine Datei hier ab.',
    reading: 'Liest…',
    fate: { new: 'Neu', changed: 'Geändert', same: 'Gleich', broken: 'Nicht brauchbar' },
    list: 'Bereiche der Datei',
    take: (name: string) => `${name} übernehmen`,
    place: (name: string) => `${name} auf der Karte zeigen`,
    bring: (count: string) => `${count} übernehmen`,
    stop: 'Anhalten und zurücknehmen',
    done: (count: number) =>
      count === 1 ? '1 Bereich übernommen' : `${String(count)} Bereiche übernommen`,
    nothing: 'Nichts in dieser Datei würde etwas ändern.',
    takenBack: 'Nichts wurde geändert: Was schon wartete, wurde zurückgenommen.',
    otherAccount:
      'Ein anderes Konto wurde geöffnet: Mehr wird nicht übernommen. Was schon vorgemerkt war, wartet im Konto davor.',
    more: (count: string) =>
      `und ${count} weitere, auf der Karte gezeichnet und mit den anderen übernommen`,
    doneWithout: (fileName: string, count: number) =>
      count === 1
        ? `Gespeichert als ${fileName}, ohne einen Bereich, dessen Form nicht bekannt ist`
        : `Gespeichert als ${fileName}, ohne ${String(count)} Bereiche, deren Form nicht bekannt ist`,
    change: {
      name: 'anderer Name',
      shape: 'andere Form',
      colour: 'andere Farbe',
      groups: 'andere Gruppen',
    },
    refusedFile: (name: string, why: string) => `${name}: ${why}`,
    refused: {
      unreadable:
        'Diese Datei lässt sich nicht lesen. Sie wurde vielleicht verschoben oder gehört jemand anderem.',
      tooLarge: 'Diese Datei ist größer als 16 MB. Teilen Sie sie und übernehmen Sie die Teile.',
      noKml: 'Dieses Archiv enthält kein KML.',
      broken: 'Dieses Archiv ist beschädigt.',
      unknown: 'Das ist kein GeoJSON, KML, KMZ, GPX oder CSV mit Koordinaten.',
      empty: 'Diese Datei enthält keinen Bereich.',
      tooMany: (most: number) =>
        `Diese Datei enthält mehr als ${String(most)} Bereiche. Teilen Sie sie.`,
    },
    reason: {
      noShape: 'Er hat keine Position.',
      noRadius: 'Er ist ein Punkt ohne Radius.',
      fewCorners: 'Sein Umriss hat weniger als drei Ecken.',
      fewPoints: 'Seine Linie hat weniger als zwei Punkte.',
      offGlobe: (lat: string, lng: string) => `Breite ${lat}, Länge ${lng} ist keine Position.`,
      tooManyPoints: (most: number) =>
        `Er hat mehr als ${String(most)} Punkte. Vereinfachen Sie ihn zuerst.`,
      dateLine: 'Er reicht über die Datumsgrenze. Teilen Sie ihn dort.',
      radius: (written: string) => `„${written}“ ist kein Radius von 1 bis 2.000.000 m.`,
      twice: 'Er steht zweimal in der Datei.',
      severalHere: (count: number) => `${String(count)} Bereiche hier heißen so.`,
    },
    note: {
      holes: (count: number) =>
        count === 1 ? 'Sein Loch bleibt weg.' : `Seine ${String(count)} Löcher bleiben weg.`,
      groups: (names: string) => `Es gibt keine Gruppe ${names}: Sie bleibt weg.`,
      sharedGroups: (names: string) => `Mehrere Gruppen heißen ${names}: Sie bleiben weg.`,
    },
  },
};
