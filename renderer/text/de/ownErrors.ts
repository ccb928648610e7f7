/** Was in Waybill selbst misslang, nach dem Kennwort des Fehlers. */
export const ownErrors = {
  'account.other': {
    what: 'Inzwischen wurde ein anderes Konto geöffnet.',
    safe: 'Von beiden Konten wurde nichts geändert.',
  },
  'answer.notInMirror': {
    what: 'Diese Antwort wurde auf diesem Rechner noch nie gelesen.',
    safe: 'Früher geöffnete Antworten lassen sich ohne Verbindung ausgeben.',
  },
  'answer.unreadable': {
    what: 'Die Kopie dieser Antwort ist kein JSON; ein Dokument lässt sich daraus nicht machen.',
    safe: 'Die Kopie bleibt, wie sie ist.',
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
  'bridge.broken': {
    what: 'Die Verbindung zu Waybills eigenem Prozess brach ab.',
    safe: 'Bestätigte Änderungen sind gesichert.',
  },
  'bridge.lost': {
    what: 'Die Verbindung zu Waybills eigenem Prozess brach ab.',
    safe: 'Bestätigte Änderungen sind gesichert.',
  },
  'connection.asleep': {
    what: 'Der Rechner geht in den Ruhezustand.',
    safe: 'Änderungen warten im Ausgang.',
  },
  'connection.starting': {
    what: 'Der örtliche Arbeitsbereich startet.',
    safe: 'Änderungen warten im Ausgang.',
  },
  'connection.workOffline': {
    what: '„Offline arbeiten“ ist eingeschaltet.',
    safe: 'Änderungen warten im Ausgang.',
  },
  'core.notOpen': { what: 'Waybill startet noch.', safe: 'Nichts wurde geändert.' },
  'db.busy': {
    what: 'Ein anderes Programm benutzt die Datenbank.',
    safe: 'Nichts wurde geändert.',
  },
  'db.closed': { what: 'Die Datenbank ist geschlossen.', safe: 'Nichts wurde geändert.' },
  'db.cutShort': {
    what: 'Die Datenbank endete unerwartet beim Speichern und wird neu geöffnet.',
    safe: 'Es ist ganz gesichert oder gar nicht. Sehen Sie nach, bevor Sie es noch einmal tun.',
  },
  'db.damagedAgain': {
    what: 'Die Datenbank dieses Kontos wurde gleich nach der Neuanlage wieder beschädigt: Die Festplatte kann versagen. Kopieren Sie den Datenordner auf eine andere und öffnen Sie das Konto dann erneut.',
    safe: 'Nichts wurde gelöscht.',
  },
  'db.locked': {
    what: 'Waybill läuft schon mit diesen Daten.',
    safe: 'Nichts wurde geöffnet oder geändert.',
  },
  'db.newer': {
    what: 'Die Daten dieses Kontos schrieb ein neueres Waybill.',
    safe: 'Nichts wurde geändert. Installieren Sie das neuere, um weiterzumachen.',
  },
  'db.readonly': {
    what: 'Waybill darf in seinen Datenordner nicht schreiben.',
    safe: 'Nichts wurde geändert.',
  },
  'db.thread': {
    what: 'Die Datenbank endete unerwartet und wird neu geöffnet.',
    safe: 'Bestätigtes ist gesichert; ein neuer Versuch schadet nicht.',
  },
  'db.threadLoop': {
    what: 'Die Datenbank dieses Kontos endete dreimal in einer Minute und wird nicht von selbst wieder geöffnet. Schließen Sie andere Programme, starten Sie Waybill neu und öffnen Sie das Konto.',
    safe: 'Jede bestätigte Änderung ist gesichert und wartet dort.',
  },
  'desk.graphicsRestarted': {
    what: 'Die Grafik des Rechners brach ab und wurde neu gestartet. Bleibt die Karte leer, verlassen Sie die Seite und kommen Sie zurück.',
    safe: 'Nichts wurde geändert.',
  },
  'desk.restarted': {
    what: 'Der Arbeitsplatz brach ab und wurde neu geöffnet. Gesichertes und Wartendes ist sicher; ein offenes, nicht gespeichertes Formular kann weg sein.',
    safe: 'Nichts wurde geändert.',
  },
  'disk.full': {
    what: 'Die Festplatte ist voll oder nimmt nichts an.',
    safe: 'Es ist, wie es vorher war.',
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
  'ground.notKept': {
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
  'http.foreignFile': {
    what: 'Diese Datei liegt an einer anderen Adresse als der des Dienstes. Sie wird nicht angefragt.',
    safe: 'Nichts wurde gesendet.',
  },
  'ipc.bug': {
    what: 'In Waybill ging etwas schief.',
    safe: 'Was vorher gesichert war, ist unversehrt.',
  },
  'ipc.busy': {
    what: 'Waybill ist noch mit dem beschäftigt, was diese Seite vorher wollte.',
    safe: 'Nichts wurde geändert.',
  },
  'ipc.inputTooLarge': {
    what: 'Die Eingabe ist größer, als Waybill auf einmal annimmt.',
    safe: 'Nichts wurde geändert.',
  },
  'ipc.invalidInput': { what: 'Die Eingabe ist nicht gültig.', safe: 'Nichts wurde geändert.' },
  'link.notOpened': { what: 'Der Link ließ sich nicht öffnen.', safe: 'Nichts wurde geändert.' },
  'link.refused': {
    what: 'Waybill öffnet nur https-Links zu Adressen, die es kennt.',
    safe: 'Nichts wurde geändert.',
  },
  'links.none': { what: 'Links lassen sich hier nicht öffnen.', safe: 'Nichts wurde geändert.' },
  'local.down': {
    what: 'Der eingebaute Flottendienst ist beendet.',
    safe: 'Änderungen warten im Ausgang.',
  },
  'local.notRemoved': {
    what: 'Der Ordner des örtlichen Dienstes ließ sich nicht entfernen.',
    safe: 'Das Konto ist noch da und kann noch einmal entfernt werden.',
  },
  'local.otherWorkspace': {
    what: 'Der eingebaute Dienst gehört zu einem anderen Arbeitsbereich als dieses Konto.',
    safe: 'Was dieses Konto hat, ist unberührt; es bleibt ohne Verbindung.',
  },
  'mirror.notJson': {
    what: 'Der Dienst antwortete nicht mit dem erwarteten JSON.',
    safe: 'Die früher gelesene Kopie bleibt.',
  },
  'mirror.otherRecord': {
    what: 'Der Dienst antwortete mit einem anderen Datensatz.',
    safe: 'Hier wurde nichts geändert.',
  },
  'outbox.claimed': {
    what: 'Eine andere Änderung von hier hat diesen Datensatz angelegt.',
    safe: 'Nichts wurde geändert. Ein Datensatz kann nicht zwei sein; diese Änderung braucht einen eigenen.',
  },
  'outbox.cutShort': {
    what: 'Die Datenbank endete beim Speichern und ließ sich nicht neu öffnen.',
    safe: 'Die Änderung steht ganz im Ausgang oder gar nicht. Sehen Sie dort nach, bevor Sie sie noch einmal machen.',
  },
  'outbox.duplicate': {
    what: 'Der Dienst hat diesen Datensatz vielleicht zweimal angelegt. Der Ausgang zeigt beide.',
    safe: 'Nichts wurde geändert.',
  },
  'outbox.noChange': {
    what: 'Der Datensatz ist schon so; es gibt nichts zu senden.',
    safe: 'Nichts wurde in den Ausgang gelegt.',
  },
  'outbox.noUndo': {
    what: 'Das lässt sich nicht mehr zurücknehmen.',
    safe: 'Nichts wurde geändert.',
  },
  'outbox.otherName': {
    what: 'Derselbe Datensatz wurde später geändert, wie ihn der Dienst führt, bevor beide als einer bekannt waren.',
    safe: 'Nichts wurde gesendet; die Änderung bleibt. Soll sie noch gesendet werden?',
  },
  'outbox.unknown': {
    what: 'Diese Änderung ist nicht im Ausgang.',
    safe: 'Nichts wurde geändert.',
  },
  'outbox.unknownRecord': {
    what: 'Waybill kennt den Datensatz nicht.',
    safe: 'Nichts wurde in den Ausgang gelegt und nichts geändert.',
  },
  'outbox.wrongState': {
    what: 'Diese Änderung ist inzwischen weiter; das geht nicht mehr mit ihr.',
    safe: 'Nichts wurde geändert.',
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
  'policy.export': {
    what: 'Die Richtlinie dieses Rechners lässt das nicht als Datei aus Waybill hinaus.',
    safe: 'Draußen wurde nichts gespeichert; alles ist, wie es war.',
  },
  'policy.localWorkspace': {
    what: 'Die Richtlinie dieses Rechners erlaubt den örtlichen Arbeitsbereich nicht.',
    safe: 'Nichts wurde geändert.',
  },
  'policy.server': {
    what: 'Die Richtlinie dieses Rechners erlaubt diesen Server nicht.',
    safe: 'Nichts wurde gesendet.',
  },
  'profile.probeStopped': {
    what: 'Der Dienst ließ sich nicht bis zum Ende nach seinen Namen fragen.',
    safe: 'Das Profil in Gebrauch ist, wie es war.',
  },
  'records.gone': {
    what: 'Der Dienst hat diesen Datensatz nicht mehr.',
    safe: 'Früher Gelesenes ist noch hier.',
  },
  'records.onlyHere': {
    what: 'Der Dienst kennt diesen Datensatz noch nicht: Er wartet darauf, gesendet zu werden.',
    safe: 'Nichts wurde angefragt.',
  },
  'removals.denied': {
    what: 'Der Dienst sagt, er habe einen Datensatz nicht, den er in der Liste führt; das beweist nichts.',
    safe: 'Nichts wurde entfernt.',
  },
  'removals.gone': {
    what: 'Dieser Datensatz liegt nicht mehr im Papierkorb.',
    safe: 'Nichts wurde geändert.',
  },
  'removals.noRead': {
    what: 'Der Dienst lässt sich nach einzelnen Datensätzen dieser Art nicht fragen.',
    safe: 'Nichts wurde entfernt.',
  },
  'removals.otherPerson': {
    what: 'Jemand anderes ist angemeldet als zuvor.',
    safe: 'Nichts wurde entfernt.',
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
  'session.nameNeeded': {
    what: 'Weder der Dienst noch das Token sagt, wessen Konto das ist. Geben Sie ihm einen Namen.',
    safe: 'Hier wurde nichts geändert.',
  },
  'session.noCodeWanted': {
    what: 'Keine Anmeldung wartet auf einen Code. Beginnen Sie mit E-Mail und Passwort.',
    safe: 'Nichts wurde geändert.',
  },
  'session.notKept': {
    what: 'Die wartenden Änderungen dieses Kontos ließen sich nicht beiseitelegen; es wurde nicht entfernt.',
    safe: 'Nichts wurde entfernt.',
  },
  'session.signInCancelled': {
    what: 'Die Anmeldung wurde abgebrochen.',
    safe: 'Nichts wurde geändert.',
  },
  'session.signInTooLong': {
    what: 'Der Dienst beendete die Anmeldung nicht rechtzeitig.',
    safe: 'Nichts wurde geändert.',
  },
  'shell.none': {
    what: 'Das tut nur die installierte App; hier läuft der Arbeitsplatz in einem Browser.',
    safe: 'Nichts wurde geändert.',
  },
  'shell.notNow': {
    what: 'Mit neuen Versionen ist jetzt nichts dergleichen zu tun.',
    safe: 'Nichts wurde geändert.',
  },
  'shell.notOpened': {
    what: 'Das System konnte den Datenordner nicht zeigen.',
    safe: 'Nichts wurde geändert.',
  },
  'shell.tooManyWindows': {
    what: 'Es sind so viele Fenster offen, wie Waybill hält.',
    safe: 'Nichts wurde geändert.',
  },
  'sync.closed': { what: 'Dieses Konto wurde geschlossen.', safe: 'Nichts wurde geändert.' },
  'sync.listFailed': {
    what: 'Eine der Listen ließ sich nicht lesen; die anderen wurden gelesen.',
    safe: 'Früher Gelesenes ist noch hier.',
  },
  'sync.noList': {
    what: 'Der Dienst bietet diesem Konto keine Liste dieser Art.',
    safe: 'Früher Gelesenes ist noch hier.',
  },
  'sync.noReadById': {
    what: 'Der Dienst lässt sich nach einem einzelnen Datensatz dieser Art nicht fragen.',
    safe: 'Früher Gelesenes ist noch hier.',
  },
  'sync.temporary': {
    what: 'Dieser Datensatz ist noch nicht beim Dienst: Sein Anlegen wartet noch.',
    safe: 'Er ist hier aufbewahrt.',
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
