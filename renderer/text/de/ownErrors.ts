import { safely } from '../fill.ts';

/** Was in Waybill selbst misslang, nach dem Kennwort des Fehlers. */
export const ownErrors = {
  ...safely('Bestätigte Änderungen sind gesichert.', {
    'bridge.broken': 'Die Verbindung zu Waybills eigenem Prozess brach ab.',
    'bridge.lost': 'Die Verbindung zu Waybills eigenem Prozess brach ab.',
  }),
  ...safely('Änderungen warten im Ausgang.', {
    'connection.asleep':
      'Gerade wird nichts gesendet: Der Rechner geht in den Ruhezustand, oder Waybill startet gleich für eine Aktualisierung neu.',
    'connection.starting': 'Waybill meldet sich bei diesem Konto noch an.',
    'connection.workOffline': '„Offline arbeiten“ ist eingeschaltet.',
    'local.damaged':
      'Die Daten der Demo sind beschädigt. Löschen Sie in Waybills Datenordner den Ordner „service“: Beim nächsten Start entsteht eine neue Demo, und was in der alten geändert wurde, ist fort.',
    'local.down': 'Der eingebaute Flottendienst ist beendet.',
    'local.inUse':
      'Ein anderes Programm betreibt die Demo aus diesem Datenordner. Beenden Sie es, dann startet sie hier.',
    'local.noRoom':
      'Auf dem Datenträger ist kein Platz für die Demo. Schaffen Sie Platz und starten Sie sie noch einmal.',
  }),
  ...safely('Nichts wurde geändert.', {
    'core.notOpen': 'Waybill startet noch.',
    'db.busy': 'Ein anderes Programm benutzt die Datenbank.',
    'db.closed': 'Die Datenbank ist geschlossen.',
    'db.readonly': 'Waybill darf in seinen Datenordner nicht schreiben.',
    'desk.graphicsRestarted':
      'Die Grafik des Rechners brach ab und wurde neu gestartet. Bleibt die Karte leer, verlassen Sie die Seite und kommen Sie zurück.',
    'desk.restarted':
      'Der Arbeitsplatz brach ab und wurde neu geöffnet. Gesichertes und Wartendes ist sicher; ein offenes, nicht gespeichertes Formular kann weg sein.',
    'ipc.busy': 'Waybill ist noch mit dem beschäftigt, was diese Seite vorher wollte.',
    'ipc.inputTooLarge': 'Die Eingabe ist größer, als Waybill auf einmal annimmt.',
    'ipc.invalidInput': 'Die Eingabe ist nicht gültig.',
    'outbox.duplicate':
      'Der Dienst hat diesen Datensatz vielleicht zweimal angelegt. Der Ausgang zeigt beide.',
    'outbox.madeAnyway':
      'Der Dienst hat diesen Datensatz vielleicht angelegt, ehe die Änderung zurückgenommen wurde. Der Ausgang zeigt ihn.',
    'outbox.noUndo': 'Das lässt sich nicht mehr zurücknehmen.',
    'outbox.unknown': 'Diese Änderung ist nicht im Ausgang.',
    'outbox.wrongState': 'Diese Änderung ist inzwischen weiter; das geht nicht mehr mit ihr.',
    'policy.localWorkspace':
      'Die Richtlinie dieses Rechners erlaubt den örtlichen Arbeitsbereich nicht.',
    'removals.gone': 'Dieser Datensatz liegt nicht mehr im Papierkorb.',
    'session.noCodeWanted':
      'Keine Anmeldung wartet auf einen Code. Beginnen Sie mit E-Mail und Passwort.',
    'session.signInCancelled': 'Die Anmeldung wurde abgebrochen.',
    'session.signInReplaced':
      'Eine andere Anmeldung begann, oder ein anderes Konto wurde geöffnet, bevor diese beendet war.',
    'session.signInTooLong': 'Der Dienst beendete die Anmeldung nicht rechtzeitig.',
    'shell.none': 'Das tut nur die installierte App; hier läuft der Arbeitsplatz in einem Browser.',
    'shell.nothingToUpdate': 'Mit neuen Versionen ist jetzt nichts dergleichen zu tun.',
    'shell.notOpened': 'Das System konnte den Datenordner nicht zeigen.',
    'shell.tooManyWindows': 'Es sind so viele Fenster offen, wie Waybill hält.',
    'sync.closed': 'Dieses Konto wurde geschlossen.',
  }),
  ...safely('Nichts wurde gesendet.', {
    'http.foreignFile':
      'Diese Datei liegt an einer anderen Adresse als der des Dienstes. Sie wird nicht angefragt.',
    'policy.server': 'Die Richtlinie dieses Rechners erlaubt diesen Server nicht.',
  }),
  ...safely('Hier wurde nichts geändert.', {
    'mirror.otherRecord': 'Der Dienst antwortete mit einem anderen Datensatz.',
    'session.nameNeeded':
      'Weder der Dienst noch das Token sagt, wessen Konto das ist. Geben Sie ihm einen Namen.',
  }),
  ...safely('Früher Gelesenes ist noch hier.', {
    'sync.listFailed': 'Eine der Listen ließ sich nicht lesen; die anderen wurden gelesen.',
    'sync.noList': 'Der Dienst bietet diesem Konto keine Liste dieser Art.',
    'sync.noReadById':
      'Der Dienst lässt sich nach einem einzelnen Datensatz dieser Art nicht fragen.',
    'sync.tooManyPages':
      'Der Bericht hat mehr Seiten, als Waybill auf einmal liest. Wählen Sie einen kürzeren Zeitraum.',
  }),
  ...safely('Nichts wurde entfernt.', {
    'removals.denied':
      'Der Dienst sagt, er habe einen Datensatz nicht, den er in der Liste führt; das beweist nichts.',
    'removals.noRead': 'Der Dienst lässt sich nach einzelnen Datensätzen dieser Art nicht fragen.',
    'removals.otherPerson': 'Jemand anderes ist angemeldet als zuvor.',
    'session.filesInUse':
      'Die Dateien dieses Kontos lassen sich nicht verschieben, darum wurde es nicht entfernt: Vielleicht hat ein anderes Programm eine davon offen. Schließen Sie es und entfernen Sie das Konto noch einmal.',
    'session.notSetAside':
      'Die wartenden Änderungen dieses Kontos ließen sich nicht beiseitelegen; es wurde nicht entfernt.',
  }),
  'account.other': {
    what: 'Inzwischen wurde ein anderes Konto geöffnet.',
    safe: 'Von beiden Konten wurde nichts geändert.',
  },
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
  'db.notAFile': {
    what: 'Wo eine Datei von Waybill sein muss, liegt ein Ordner gleichen Namens, etwa mirror.db oder mirror.db.journal. Legen Sie ihn anderswohin und die Datei an seine Stelle, wenn Sie sie haben.',
    safe: 'Nichts wurde geändert; was gesichert war, ist unversehrt.',
  },
  'db.otherAccount': {
    what: 'Die Dateien im Ordner dieses Kontos gehören einem anderen Konto. Legen Sie die Dateien jedes Kontos in seinen eigenen Ordner zurück und öffnen Sie das Konto dann erneut.',
    safe: 'Nichts wurde gesendet oder geändert.',
  },
  'db.thread': {
    what: 'Die Datenbank endete unerwartet und wird neu geöffnet.',
    safe: 'Bestätigtes ist gesichert; ein neuer Versuch schadet nicht.',
  },
  'db.threadLoop': {
    what: 'Die Datenbank dieses Kontos endete dreimal in einer Minute und wird nicht von selbst wieder geöffnet. Schließen Sie andere Programme, starten Sie Waybill neu und öffnen Sie das Konto.',
    safe: 'Jede bestätigte Änderung ist gesichert und wartet dort.',
  },
  'disk.notRead': {
    what: 'Eine Liste im Datenordner von Waybill lässt sich gerade nicht lesen.',
    safe: 'Nichts wurde geändert; die Liste ist, wie sie war.',
  },
  'disk.full': {
    what: 'Die Festplatte ist voll oder nimmt nichts an.',
    safe: 'Es ist, wie es vorher war.',
  },
  'ipc.bug': {
    what: 'In Waybill ging etwas schief.',
    safe: 'Was vorher gesichert war, ist unversehrt.',
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
  'outbox.claimed': {
    what: 'Eine andere Änderung von hier hat diesen Datensatz angelegt.',
    safe: 'Nichts wurde geändert. Ein Datensatz kann nicht zwei sein; diese Änderung braucht einen eigenen.',
  },
  'outbox.cutShort': {
    what: 'Die Datenbank endete beim Speichern und ließ sich nicht neu öffnen.',
    safe: 'Die Änderung steht ganz im Ausgang oder gar nicht. Sehen Sie dort nach, bevor Sie sie noch einmal machen.',
  },
  'outbox.noChange': {
    what: 'Der Datensatz ist schon so; es gibt nichts zu senden.',
    safe: 'Nichts wurde in den Ausgang gelegt.',
  },
  'outbox.otherName': {
    what: 'Derselbe Datensatz wurde später geändert, wie ihn der Dienst führt, bevor beide als einer bekannt waren.',
    safe: 'Nichts wurde gesendet; die Änderung bleibt. Soll sie noch gesendet werden?',
  },
  'outbox.unknownRecord': {
    what: 'Waybill kennt den Datensatz nicht.',
    safe: 'Nichts wurde in den Ausgang gelegt und nichts geändert.',
  },
  'policy.export': {
    what: 'Die Richtlinie dieses Rechners lässt das nicht als Datei aus Waybill hinaus.',
    safe: 'Draußen wurde nichts gespeichert; alles ist, wie es war.',
  },
  'profile.changed': {
    what: 'Das Profil wurde inzwischen in einem anderen Fenster geändert. Abbrechen zeigt, was jetzt gilt; noch einmal gesichert, wird es ersetzt.',
    safe: 'Nichts wurde gesichert.',
  },
  'profile.probeStopped': {
    what: 'Der Dienst ließ sich nicht bis zum Ende nach seinen Namen fragen.',
    safe: 'Das Profil in Gebrauch ist, wie es war.',
  },
  'records.onlyHere': {
    what: 'Der Dienst kennt diesen Datensatz noch nicht: Er wartet darauf, gesendet zu werden.',
    safe: 'Nichts wurde angefragt.',
  },
  'records.gone': {
    what: 'Der Dienst hat diesen Datensatz nicht mehr.',
    safe: 'Früher Gelesenes ist noch hier oder liegt im Papierkorb.',
  },
  'sync.stopped': {
    what: 'Das Lesen wurde angehalten.',
    safe: 'Was bis dahin gelesen wurde, ist hier.',
  },
  'sync.temporary': {
    what: 'Dieser Datensatz ist noch nicht beim Dienst: Sein Anlegen wartet noch.',
    safe: 'Er ist hier aufbewahrt.',
  },
};
