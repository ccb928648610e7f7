/** Was außerhalb der Fenster gesagt wird: im Menü, im Infobereich, in Fragen und Hinweisen des Systems. */
export const outside = {
  texts: {
    menuFile: '&Datei',
    menuEdit: '&Bearbeiten',
    menuView: '&Ansicht',
    menuGo: '&Gehe zu',
    menuWrites: 'Ä&nderungen',
    menuWindow: '&Fenster',
    menuHelp: '&Hilfe',
    about: 'Über Waybill',
    services: 'Dienste',
    hide: 'Waybill ausblenden',
    hideOthers: 'Andere ausblenden',
    unhide: 'Alle einblenden',
    quit: 'Beenden',
    close: 'Fenster schließen',
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    cut: 'Ausschneiden',
    copy: 'Kopieren',
    paste: 'Einfügen',
    pasteAsText: 'Ohne Formatierung einfügen',
    delete: 'Löschen',
    selectAll: 'Alles auswählen',
    speech: 'Sprachausgabe',
    startSpeaking: 'Vorlesen',
    stopSpeaking: 'Vorlesen beenden',
    resetZoom: 'Originalgröße',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    fullScreen: 'Vollbild',
    minimize: 'Minimieren',
    zoom: 'Zoomen',
    front: 'Alle nach vorne bringen',
    open: 'Waybill öffnen',
    nothingWaits: 'Nichts wartet',
    openOutbox: 'Öffnen Sie den Ausgang und entscheiden Sie, was damit geschieht.',
    stayOnDisk: 'Sie bleiben auf diesem Rechner und gehen weiter, wenn Waybill wieder läuft.',
    exportCopy: 'Kopie ausgeben…',
    notExported: 'Die Kopie wurde nicht gespeichert',
    stay: 'Bleiben',
    unsaved: 'Ihre Eingaben verwerfen?',
    unsavedDetail:
      'Ein Formular oder eine Bezeichnung in diesem Fenster ist noch nicht gespeichert.',
    throwAway: 'Verwerfen',
    hangs: 'Der Arbeitsplatz antwortet nicht',
    hangsDetail:
      'Sie können warten oder ihn neu öffnen. Was Sie gespeichert haben und jede wartende Änderung liegt auf der Festplatte; ein offenes, nicht gespeichertes Formular wäre verloren.',
    wait: 'Warten',
    openAgain: 'Neu öffnen',
    cannotShow: 'Waybill kann den Arbeitsplatz nicht zeigen',
    cannotShowDetail:
      'Was Sie gespeichert haben und jede wartende Änderung liegt auf der Festplatte dieses Rechners. Beenden Sie Waybill, starten Sie den Rechner neu und dann Waybill noch einmal.',
    tryAgain: 'Noch einmal versuchen',
    keepsStopping: 'Der Arbeitsplatz bricht immer wieder ab',
    keepsStoppingDetail:
      'Er wurde innerhalb einer Minute mehrmals neu geöffnet und brach jedes Mal ab.',
    whatIsSafe: 'Was sicher ist',
    safeOnDisk:
      'Alles, was Sie gespeichert haben, und jede wartende Änderung liegt auf der Festplatte dieses Rechners. Waybill sendet weiter, was gesendet werden kann. Alles liegt in diesem Ordner:',
    whatToDo: 'Was zu tun ist',
    openDeskAgain: 'Den Arbeitsplatz noch einmal öffnen',
    restart:
      'Bricht er wieder ab, beenden Sie Waybill, starten Sie den Rechner neu und dann Waybill noch einmal.',
    saveDiagnosis: 'Einen Diagnosetext speichern',
    diagnosisFor:
      'Er ist für die Person, die Ihren Rechner betreut, und nennt Versionen und was wann abbrach, nichts von Ihrer Flotte.',
    cannotStart: 'Waybill kann nicht starten',
    wentWrong: 'Beim Starten ging etwas schief: {}',
    nothingChanged:
      'Nichts wurde verändert: Was Sie gespeichert haben und jede wartende Änderung liegt auf der Festplatte.',
    unconfined:
      'Waybill wurde ohne die Sandbox gestartet, die seine Seiten einschließt, und öffnet sich so nicht.',
    unconfinedSafe:
      'Nichts wurde verändert. Installieren Sie unter Linux das Paket des Systems (.deb, .rpm) anstelle des AppImage, oder erlauben Sie Programmen User-Namespaces.',
    watched:
      'Waybill wurde mit einem Zugang für Debugger gestartet (--remote-debugging-port oder --remote-debugging-pipe) und öffnet sich so nicht: Wer ihn erreicht, liest und tut alles, was Sie können.',
    watchedSafe: 'Nichts wurde verändert. Starten Sie Waybill ohne diesen Schalter.',
  },
  counts: {
    needsYou: { one: '{} Änderung braucht Sie', other: '{} Änderungen brauchen Sie' },
    waiting: { one: '{} Änderung wartet', other: '{} Änderungen warten' },
    stillWaiting: { one: 'Eine Änderung wartet noch', other: '{} Änderungen warten noch' },
    inFlight: {
      one: 'Eine davon ist gerade unterwegs. Beim nächsten Start sieht Waybill erst beim Dienst nach, bevor es etwas noch einmal sendet.',
      other:
        '{} davon sind gerade unterwegs. Beim nächsten Start sieht Waybill erst beim Dienst nach, bevor es etwas noch einmal sendet.',
    },
  },
};
