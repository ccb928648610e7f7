import { safely } from '../fill.ts';

/** Was bei Antworten, Dateien, Paketen und Karten misslang, nach dem Kennwort des Fehlers. */
export const fileErrors = {
  'review.partly': {
    what: 'Nicht alle Prüfungen der Datei kamen herein: Die Platte nahm nicht alle an.',
    safe: 'Was hereinkam, bleibt. Lesen Sie die Datei noch einmal ein, um die übrigen zu bekommen; keine kommt zweimal.',
  },
  'transfer.partly': {
    what: 'Nicht alle Änderungen der Datei kamen herein: Die Platte nahm nicht alle an.',
    safe: 'Was hereinkam, wird gehalten. Lesen Sie die Datei noch einmal ein, um die übrigen zu bekommen; keine kommt zweimal.',
  },
  ...safely('Die Kopie bleibt, wie sie ist.', {
    'answer.unreadable':
      'Die Kopie dieser Antwort ist kein JSON; ein Dokument lässt sich daraus nicht machen.',
    'document.ended': 'Das Dokument entstand nicht: Der Satz endete unerwartet.',
    'document.failed': 'Das Dokument ließ sich nicht machen.',
    'document.tooLong': 'Das Dokument wurde nicht in der Zeit fertig, die das größte braucht.',
  }),
  ...safely('Nichts davon wurde aufbewahrt; alles andere bleibt, wie es ist.', {
    'answers.elsewherePrivate':
      'Diese Adresse führt auf diesen Rechner oder in ein privates Netz. Dort darf nichts angefragt werden.',
    'answers.elsewhereRedirect':
      'Dieser Server leitet an eine andere Adresse weiter, nach der niemand gefragt wurde.',
    'answers.elsewhereRefused': 'Dieser Server gibt die Datei nicht heraus.',
    'answers.elsewhereTooLarge':
      'Was dieser Server sendet, ist größer als die 32 MB, die eine Datei haben darf.',
    'answers.elsewhereUnreached': 'Dieser Server ist nicht zu erreichen oder brach ab.',
  }),
  ...safely('Nichts wurde angefragt.', {
    'answers.noColumn': 'Die Tabelle hat diese Spalte nicht.',
    'answers.noSheet': 'Die Arbeitsmappe hat dieses Blatt nicht.',
    'answers.notTable':
      'Diese Datei lässt sich nicht als Tabelle lesen. CSV- und XLSX-Dateien gehen; speichern Sie sie als eine davon.',
    'answers.nothing': 'Hier ist keine Antwort genannt.',
    'answers.rangeReversed': 'Die erste Nummer ist größer als die letzte.',
    'answers.rangeTooLong': 'Dieser Bereich hat mehr Nummern, als auf einmal angefragt werden.',
    'answers.tableTooLarge':
      'Diese Tabelle ist größer, als Waybill auf einmal liest. Speichern Sie die Spalte mit den Nummern als eigene Datei.',
    'answers.tooMany': 'Das sind mehr Antworten, als auf einmal angefragt werden.',
    'packs.nothing':
      'Ein Paket muss etwas enthalten: Antworten, eine Liste, Fahrten oder ein Gebiet der Karte.',
    'packs.tooLarge': 'So viele Antworten fasst ein Paket nicht.',
  }),
  ...safely('Nichts wurde geändert.', {
    'answers.noSuchFile': 'Diese Datei ist nicht auf diesem Rechner.',
    'fonts.unknown': 'Für diese Schrift ist hier keine Schriftart bekannt.',
    'ground.busy': 'Andere Kartendateien werden noch kopiert.',
    'ground.tooMany':
      'In der Liste stehen schon so viele Karten, wie es geben kann. Entfernen Sie zuerst eine.',
    'packs.busy': 'Andere Paketdateien werden noch geöffnet.',
    'packs.damaged': 'Dieses Feldpaket ist beschädigt. Lassen Sie es neu machen und schicken.',
    'packs.fileTooLarge': 'Diese Datei ist größer, als ein Feldpaket sein kann.',
    'packs.newer':
      'Ein neueres Waybill machte dieses Paket. Aktualisieren Sie Waybill, um es zu öffnen.',
    'packs.noCopy':
      'Diese Datei wurde aufgegeben oder noch nicht durchgesehen. Wählen Sie sie noch einmal.',
    'packs.notPack': 'Das ist kein Feldpaket von Waybill, oder ein Teil fehlt.',
    'packs.notRead': 'Die Datei, die geöffnet werden sollte, lässt sich nicht lesen.',
    'packs.otherAccount':
      'Dieses Paket entstand bei einem anderen Dienst oder einer anderen Firma. Es öffnet sich, wo Sie dort angemeldet sind.',
    'packs.tooMany':
      'Es gibt schon so viele Pakete, wie es geben kann. Entfernen Sie zuerst eines.',
    'review.newer':
      'Ein neueres Waybill machte diese Datei. Aktualisieren Sie Waybill, um sie zu lesen.',
    'review.notReviews': 'Diese Datei enthält keine Prüfungen.',
    'review.nothing': 'Es gibt nichts, was sich aufbewahren ließe.',
    'review.tooMany':
      'Das sind zu viele Prüfungen für eine Datei. Geben Sie die eines Teils der Antworten auf einmal aus.',
    'review.otherAccount':
      'Diese Prüfungen handeln von Antworten eines anderen Kontos oder Dienstes.',
    'transfer.newer':
      'Ein neueres Waybill machte die Datei. Bringen Sie dieses auf den Stand und lesen Sie sie dann noch einmal ein.',
    'transfer.notZip': 'Das ist keine ZIP-Datei, oder ein Teil fehlt.',
    'transfer.nothing': 'Es gibt keine Änderung auszugeben.',
    'transfer.tooLarge': 'Die Datei enthält mehr, als ein Ausgang fassen kann.',
    'transfer.tooMany': 'Das sind zu viele Änderungen für eine Datei. Wählen Sie einen Teil davon.',
  }),
  ...safely('Es kann als eigene Datei ausgegeben werden.', {
    'export.damaged':
      'Das PDF des Dienstes ist beschädigt und lässt sich nicht mit anderen zusammenfügen.',
    'export.encrypted':
      'Das PDF des Dienstes ist verschlüsselt und lässt sich nicht mit anderen zusammenfügen.',
  }),
  ...safely('Alles ist, wie es war.', {
    'file.notSaved': 'Die Datei ließ sich nicht speichern.',
    'files.none': 'Hier lassen sich keine Dateien speichern.',
  }),
  ...safely('Nichts davon wurde aufbewahrt; Dokumente werden gemacht wie zuvor.', {
    'fonts.other': 'Was der Server der Schriftarten sandte, ist nicht die erwartete Datei.',
    'fonts.refused':
      'Der Server der Schriftarten gibt die Datei nicht heraus oder leitet an eine andere Adresse weiter.',
    'fonts.unreached': 'Der Server der Schriftarten ist nicht zu erreichen oder brach ab.',
  }),
  ...safely('Der eingebaute Kartengrund bleibt.', {
    'ground.denied': 'Waybill darf diese Kartendatei nicht lesen.',
    'ground.noCopy': 'Diese Kopie wurde vorher aufgegeben.',
    'ground.notPmtiles': 'Diese Datei ist kein PMTiles-Archiv.',
    'ground.truncated':
      'Die Kartendatei ist abgeschnitten. Kopieren oder laden Sie sie noch einmal.',
    'ground.unknown': 'Diese Karte oder dieses Gebiet steht nicht mehr in der Liste.',
    'ground.unreadable': 'Die Kartendatei lässt sich nicht lesen.',
  }),
  ...safely('Nichts wurde geholt.', {
    'ground.regionForbidden':
      'Die Regeln dieses Kartenservers verbieten, Gebiete aufzubewahren. Nehmen Sie stattdessen eine Kartendatei.',
    'ground.regionTooLarge':
      'So viele Kacheln werden nicht auf einmal aufbewahrt. Wählen Sie ein kleineres Gebiet oder weniger Stufen.',
    'ground.tooManyRegions':
      'Es gibt schon so viele Gebiete, wie es geben kann. Entfernen Sie zuerst eines.',
  }),
  ...safely('Es entstand keine Datei.', {
    'packs.nothingHere': 'Von diesem Paket ist noch nichts hier.',
    'packs.tooLargeToKeep':
      'Als Datei wäre dieses Paket zu groß. Machen Sie eines mit weniger Antworten, ohne PDFs oder ohne Karte.',
  }),
  'answer.notInMirror': {
    what: 'Diese Antwort wurde auf diesem Rechner noch nie gelesen.',
    safe: 'Früher geöffnete Antworten lassen sich ohne Verbindung ausgeben.',
  },
  'answers.noFile': {
    what: 'Dort liegt weder ein Bild noch eine Aufnahme noch ein PDF, oder es ist beschädigt. Zeichnungen (SVG) werden nicht aufbewahrt.',
    safe: 'Nichts davon wurde aufbewahrt.',
  },
  'answers.tooManyFiles': {
    what: 'Von einer Antwort werden nicht so viele Dateien geholt.',
    safe: 'Die anderen sind hier.',
  },
  'export.folderGone': {
    what: 'Der Ordner dieser Ausgabe ist nicht mehr da.',
    safe: 'Die Antworten sind sicher; beginnen Sie eine neue Ausgabe.',
  },
  'export.noFolder': {
    what: 'In diesen Ordner lässt sich nichts schreiben.',
    safe: 'Nichts wurde gemacht.',
  },
  'export.none': {
    what: 'Diese Ausgabe ist beendet oder nicht mehr in der Liste.',
    safe: 'Ihre Dateien bleiben, wo sie sind.',
  },
  'export.notWritten': {
    what: 'Die Ausgabe ließ sich nicht schreiben.',
    safe: 'Die Antworten sind sicher; früher Geschriebenes bleibt.',
  },
  'ground.gone': {
    what: 'Die Kartendatei ist nicht mehr, wo sie war.',
    safe: 'Legen Sie sie zurück, oder nehmen Sie sie aus der Liste.',
  },
  'ground.noPath': {
    what: 'Ein Browser sagt nicht, wo eine Datei liegt.',
    safe: 'Sie kann stattdessen kopiert werden.',
  },
  'ground.notSaved': {
    what: 'Eine Kachel ließ sich nicht aufbewahren. Die Festplatte kann voll sein.',
    safe: 'Früher Aufbewahrtes ist noch da.',
  },
  'ground.workOffline': {
    what: 'Während Sie offline arbeiten, wird kein Kartenserver gefragt.',
    safe: 'Früher Geholtes wird weiter gezeichnet.',
  },
  'packs.mapGone': {
    what: 'Die Karte des Pakets wurde in den Einstellungen entfernt.',
    safe: 'Ein erneutes Öffnen der Datei bringt sie zurück.',
  },
  'packs.recordGone': {
    what: 'Einen dieser Datensätze hat der Dienst nicht mehr.',
    safe: 'Früher Gelesenes ist noch hier.',
  },
  'packs.regionGone': {
    what: 'Das Gebiet der Karte wurde in den Einstellungen entfernt. Ein neues Holen des Pakets bewahrt es wieder auf.',
    safe: 'Das übrige Paket ist, wie es war.',
  },
  'packs.stopped': {
    what: 'Das Übernehmen des Pakets wurde angehalten.',
    safe: 'Übernommenes bleibt; es kann weitergehen.',
  },
  'packs.unknown': {
    what: 'Dieses Paket steht nicht mehr in der Liste.',
    safe: 'Was dafür geholt wurde, ist noch hier.',
  },
};
