/** Was in Waybill selbst misslang, nach dem Kennwort des Fehlers. */
export const ownErrors = {
  'account.other': {
    what: 'Inzwischen wurde ein anderes Konto geöffnet.',
    safe: 'Von beiden Konten wurde nichts geändert.',
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
  'session.nameNeeded': {
    what: 'Weder der Dienst noch das Token sagt, wessen Konto das ist. Geben Sie ihm einen Namen.',
    safe: 'Hier wurde nichts geändert.',
  },
  'session.noCodeWanted': {
    what: 'Keine Anmeldung wartet auf einen Code. Beginnen Sie mit E-Mail und Passwort.',
    safe: 'Nichts wurde geändert.',
  },
  'session.notSetAside': {
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
  'shell.nothingToUpdate': {
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
  'sync.stopped': {
    what: 'Das Lesen wurde angehalten.',
    safe: 'Was bis dahin gelesen wurde, ist hier.',
  },
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
};
