/** Was bei Antworten, Dateien, Paketen und Karten misslang, nach dem Kennwort des Fehlers. */
export const fileErrors = {
  'answer.notInMirror': {
    what: 'Diese Antwort wurde auf diesem Rechner noch nie gelesen.',
    safe: 'Früher geöffnete Antworten lassen sich ohne Verbindung ausgeben.',
  },
  'answer.unreadable': {
    what: 'Die Kopie dieser Antwort ist kein JSON; ein Dokument lässt sich daraus nicht machen.',
    safe: 'Die Kopie bleibt, wie sie ist.',
  },
  'answers.elsewherePrivate': {
    what: 'Diese Adresse führt auf diesen Rechner oder in ein privates Netz. Antworten dürfen dort nicht anfragen.',
    safe: 'Nichts davon wurde aufbewahrt; die Antwort bleibt, wie sie ist.',
  },
  'answers.elsewhereRedirect': {
    what: 'Dieser Server leitet an eine andere Adresse weiter, nach der niemand gefragt wurde.',
    safe: 'Nichts davon wurde aufbewahrt; die Antwort bleibt, wie sie ist.',
  },
  'answers.elsewhereRefused': {
    what: 'Dieser Server gibt die Datei nicht heraus.',
    safe: 'Nichts davon wurde aufbewahrt; die Antwort bleibt, wie sie ist.',
  },
  'answers.elsewhereTooLarge': {
    what: 'Was dieser Server sendet, ist größer als die 32 MB, die eine Datei haben darf.',
    safe: 'Nichts davon wurde aufbewahrt; die Antwort bleibt, wie sie ist.',
  },
  'answers.elsewhereUnreached': {
    what: 'Dieser Server ist nicht zu erreichen oder brach ab.',
    safe: 'Nichts davon wurde aufbewahrt; die Antwort bleibt, wie sie ist.',
  },
  'answers.noColumn': {
    what: 'Die Tabelle hat diese Spalte nicht.',
    safe: 'Nichts wurde angefragt.',
  },
  'answers.noFile': {
    what: 'Dort liegt weder ein Bild noch ein PDF, oder es ist beschädigt.',
    safe: 'Nichts davon wurde aufbewahrt.',
  },
  'answers.noSheet': {
    what: 'Die Arbeitsmappe hat dieses Blatt nicht.',
    safe: 'Nichts wurde angefragt.',
  },
  'answers.noSuchFile': {
    what: 'Diese Datei der Antwort ist nicht auf diesem Rechner.',
    safe: 'Nichts wurde geändert.',
  },
  'answers.notTable': {
    what: 'Diese Datei lässt sich nicht als Tabelle lesen. CSV- und XLSX-Dateien gehen; speichern Sie sie als eine davon.',
    safe: 'Nichts wurde angefragt.',
  },
  'answers.nothing': { what: 'Hier ist keine Antwort genannt.', safe: 'Nichts wurde angefragt.' },
  'answers.rangeReversed': {
    what: 'Die erste Nummer ist größer als die letzte.',
    safe: 'Nichts wurde angefragt.',
  },
  'answers.rangeTooLong': {
    what: 'Dieser Bereich hat mehr Nummern, als auf einmal angefragt werden.',
    safe: 'Nichts wurde angefragt.',
  },
  'answers.tableTooLarge': {
    what: 'Diese Tabelle ist größer, als Waybill auf einmal liest. Speichern Sie die Spalte mit den Nummern als eigene Datei.',
    safe: 'Nichts wurde angefragt.',
  },
  'answers.tooMany': {
    what: 'Das sind mehr Antworten, als auf einmal angefragt werden.',
    safe: 'Nichts wurde angefragt.',
  },
  'answers.tooManyFiles': {
    what: 'Von einer Antwort werden nicht so viele Dateien geholt.',
    safe: 'Die anderen sind hier.',
  },
  'document.ended': {
    what: 'Das Dokument entstand nicht: Der Satz endete unerwartet.',
    safe: 'Die Kopie bleibt, wie sie ist.',
  },
  'document.failed': {
    what: 'Das Dokument ließ sich nicht machen.',
    safe: 'Die Kopie bleibt, wie sie ist.',
  },
  'document.tooLong': {
    what: 'Das Dokument wurde nicht in der Zeit fertig, die das größte braucht.',
    safe: 'Die Kopie bleibt, wie sie ist.',
  },
  'export.damaged': {
    what: 'Das PDF des Dienstes ist beschädigt und lässt sich nicht mit anderen zusammenfügen.',
    safe: 'Es kann als eigene Datei ausgegeben werden.',
  },
  'export.encrypted': {
    what: 'Das PDF des Dienstes ist verschlüsselt und lässt sich nicht mit anderen zusammenfügen.',
    safe: 'Es kann als eigene Datei ausgegeben werden.',
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
  'file.notSaved': { what: 'Die Datei ließ sich nicht speichern.', safe: 'Alles ist, wie es war.' },
  'files.none': {
    what: 'Hier lassen sich keine Dateien speichern.',
    safe: 'Alles ist, wie es war.',
  },
  'fonts.other': {
    what: 'Was der Server der Schriftarten sandte, ist nicht die erwartete Datei.',
    safe: 'Nichts davon wurde aufbewahrt; Dokumente werden gemacht wie zuvor.',
  },
  'fonts.refused': {
    what: 'Der Server der Schriftarten gibt die Datei nicht heraus oder leitet an eine andere Adresse weiter.',
    safe: 'Nichts davon wurde aufbewahrt; Dokumente werden gemacht wie zuvor.',
  },
  'fonts.unknown': {
    what: 'Für diese Schrift ist hier keine Schriftart bekannt.',
    safe: 'Nichts wurde geändert.',
  },
  'fonts.unreached': {
    what: 'Der Server der Schriftarten ist nicht zu erreichen oder brach ab.',
    safe: 'Nichts davon wurde aufbewahrt; Dokumente werden gemacht wie zuvor.',
  },
  'ground.busy': {
    what: 'Andere Kartendateien werden noch kopiert.',
    safe: 'Nichts wurde geändert.',
  },
  'ground.denied': {
    what: 'Waybill darf diese Kartendatei nicht lesen.',
    safe: 'Der eingebaute Kartengrund bleibt.',
  },
  'ground.gone': {
    what: 'Die Kartendatei ist nicht mehr, wo sie war.',
    safe: 'Legen Sie sie zurück, oder nehmen Sie sie aus der Liste.',
  },
  'ground.noCopy': {
    what: 'Diese Kopie wurde vorher aufgegeben.',
    safe: 'Der eingebaute Kartengrund bleibt.',
  },
  'ground.noPath': {
    what: 'Ein Browser sagt nicht, wo eine Datei liegt.',
    safe: 'Sie kann stattdessen kopiert werden.',
  },
  'ground.notSaved': {
    what: 'Eine Kachel ließ sich nicht aufbewahren. Die Festplatte kann voll sein.',
    safe: 'Früher Aufbewahrtes ist noch da.',
  },
  'ground.notPmtiles': {
    what: 'Diese Datei ist kein PMTiles-Archiv.',
    safe: 'Der eingebaute Kartengrund bleibt.',
  },
  'ground.regionForbidden': {
    what: 'Die Regeln dieses Kartenservers verbieten, Ausschnitte aufzubewahren. Nehmen Sie stattdessen eine Kartendatei.',
    safe: 'Nichts wurde geholt.',
  },
  'ground.regionTooLarge': {
    what: 'So viele Kacheln werden nicht auf einmal aufbewahrt. Wählen Sie einen kleineren Ausschnitt oder weniger Stufen.',
    safe: 'Nichts wurde geholt.',
  },
  'ground.tooMany': {
    what: 'In der Liste stehen schon so viele Karten, wie es geben kann. Entfernen Sie zuerst eine.',
    safe: 'Nichts wurde geändert.',
  },
  'ground.tooManyRegions': {
    what: 'Es gibt schon so viele Ausschnitte, wie es geben kann. Entfernen Sie zuerst einen.',
    safe: 'Nichts wurde geholt.',
  },
  'ground.truncated': {
    what: 'Die Kartendatei ist abgeschnitten. Kopieren oder laden Sie sie noch einmal.',
    safe: 'Der eingebaute Kartengrund bleibt.',
  },
  'ground.unknown': {
    what: 'Diese Karte oder dieser Ausschnitt steht nicht mehr in der Liste.',
    safe: 'Der eingebaute Kartengrund bleibt.',
  },
  'ground.unreadable': {
    what: 'Die Kartendatei lässt sich nicht lesen.',
    safe: 'Der eingebaute Kartengrund bleibt.',
  },
  'ground.workOffline': {
    what: 'Während Sie offline arbeiten, wird kein Kartenserver gefragt.',
    safe: 'Früher Geholtes wird weiter gezeichnet.',
  },
  'packs.busy': {
    what: 'Andere Paketdateien werden noch geöffnet.',
    safe: 'Nichts wurde geändert.',
  },
  'packs.damaged': {
    what: 'Dieses Feldpaket ist beschädigt. Lassen Sie es neu machen und schicken.',
    safe: 'Nichts wurde geändert.',
  },
  'packs.fileTooLarge': {
    what: 'Diese Datei ist größer, als ein Feldpaket sein kann.',
    safe: 'Nichts wurde geändert.',
  },
  'packs.mapGone': {
    what: 'Die Karte des Pakets wurde in den Einstellungen entfernt.',
    safe: 'Ein erneutes Öffnen der Datei bringt sie zurück.',
  },
  'packs.newer': {
    what: 'Ein neueres Waybill machte dieses Paket. Aktualisieren Sie Waybill, um es zu öffnen.',
    safe: 'Nichts wurde geändert.',
  },
  'packs.noCopy': {
    what: 'Diese Datei wurde aufgegeben oder noch nicht durchgesehen. Wählen Sie sie noch einmal.',
    safe: 'Nichts wurde geändert.',
  },
  'packs.notPack': {
    what: 'Das ist kein Feldpaket von Waybill, oder ein Teil fehlt.',
    safe: 'Nichts wurde geändert.',
  },
  'packs.notRead': {
    what: 'Die Datei, die geöffnet werden sollte, lässt sich nicht lesen.',
    safe: 'Nichts wurde geändert.',
  },
  'packs.nothing': {
    what: 'Ein Paket muss etwas enthalten: Antworten, eine Liste, Fahrten oder einen Kartenausschnitt.',
    safe: 'Nichts wurde angefragt.',
  },
  'packs.nothingHere': {
    what: 'Von diesem Paket ist noch nichts hier.',
    safe: 'Es entstand keine Datei.',
  },
  'packs.otherAccount': {
    what: 'Dieses Paket entstand bei einem anderen Dienst oder einer anderen Firma. Es öffnet sich, wo Sie dort angemeldet sind.',
    safe: 'Nichts wurde geändert.',
  },
  'packs.recordGone': {
    what: 'Einen dieser Datensätze hat der Dienst nicht mehr.',
    safe: 'Früher Gelesenes ist noch hier.',
  },
  'packs.regionGone': {
    what: 'Der Kartenausschnitt wurde in den Einstellungen entfernt. Ein neues Holen des Pakets bewahrt ihn wieder auf.',
    safe: 'Das übrige Paket ist, wie es war.',
  },
  'packs.stopped': {
    what: 'Das Übernehmen des Pakets wurde angehalten.',
    safe: 'Übernommenes bleibt; es kann weitergehen.',
  },
  'packs.tooLarge': {
    what: 'So viele Antworten fasst ein Paket nicht.',
    safe: 'Nichts wurde angefragt.',
  },
  'packs.tooLargeToKeep': {
    what: 'Als Datei wäre dieses Paket zu groß. Machen Sie eines mit weniger Antworten, ohne PDFs oder ohne Karte.',
    safe: 'Es entstand keine Datei.',
  },
  'packs.tooMany': {
    what: 'Es gibt schon so viele Pakete, wie es geben kann. Entfernen Sie zuerst eines.',
    safe: 'Nichts wurde geändert.',
  },
  'packs.unknown': {
    what: 'Dieses Paket steht nicht mehr in der Liste.',
    safe: 'Was dafür geholt wurde, ist noch hier.',
  },
  'review.newer': {
    what: 'Ein neueres Waybill machte diese Datei. Aktualisieren Sie Waybill, um sie zu lesen.',
    safe: 'Nichts wurde geändert.',
  },
  'review.notReviews': {
    what: 'Diese Datei enthält keine Prüfungen.',
    safe: 'Nichts wurde geändert.',
  },
  'review.nothing': {
    what: 'Es gibt nichts, was sich aufbewahren ließe.',
    safe: 'Nichts wurde geändert.',
  },
  'review.otherAccount': {
    what: 'Diese Prüfungen handeln von Antworten eines anderen Kontos oder Dienstes.',
    safe: 'Nichts wurde geändert.',
  },
  'transfer.newer': {
    what: 'Ein neueres Waybill machte die Datei. Bringen Sie dieses auf den Stand und holen Sie sie dann noch einmal herein.',
    safe: 'Nichts wurde geändert.',
  },
  'transfer.notZip': {
    what: 'Das ist keine ZIP-Datei, oder ein Teil fehlt.',
    safe: 'Nichts wurde geändert.',
  },
  'transfer.nothing': {
    what: 'Es gibt keine Änderung auszugeben.',
    safe: 'Nichts wurde geändert.',
  },
  'transfer.tooLarge': {
    what: 'Die Datei enthält mehr, als ein Ausgang fassen kann.',
    safe: 'Nichts wurde geändert.',
  },
  'transfer.tooMany': {
    what: 'Das sind zu viele Änderungen für eine Datei. Wählen Sie einen Teil davon.',
    safe: 'Nichts wurde geändert.',
  },
};
