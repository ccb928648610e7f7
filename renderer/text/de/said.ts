/** Sätze des Kerns, nach ihrem Wortlaut; {} steht für das, was wechselt. */
export const said = {
  'Enter the address of the service.': 'Geben Sie die Adresse des Dienstes ein.',
  'This is not an address. It looks like https://fleet.example.com/api.':
    'Das ist keine Adresse. Sie sieht aus wie https://fleet.example.com/api.',
  'The address must begin with https://.': 'Die Adresse muss mit https:// beginnen.',
  'Leave user name and password out of the address; they have their own fields.':
    'Lassen Sie Benutzername und Passwort aus der Adresse; sie haben eigene Felder.',
  'The address must end with its path: leave out what follows “?” or “#”.':
    'Die Adresse muss mit ihrem Pfad enden: Lassen Sie weg, was auf „?“ oder „#“ folgt.',
  'Plain http would show the sign-in to everyone on the way. Use an https:// address; http works for this computer only.':
    'Einfaches http würde die Anmeldung jedem auf dem Weg zeigen. Nehmen Sie eine https://-Adresse; http geht nur für diesen Rechner.',
  'Nothing was sent; the accounts that are here are as they were.':
    'Nichts wurde gesendet; die Konten hier sind, wie sie waren.',
  'The address is too long.': 'Die Adresse ist zu lang.',
  'Waybill does not know what {} stands for.': 'Waybill weiß nicht, wofür {} steht.',
  'The address must name the places {z}, {x} and {y}.':
    'In der Adresse müssen {z}, {x} und {y} stehen.',
  'This is not an address.': 'Das ist keine Adresse.',
  'User name and password can’t be part of the address.':
    'Benutzername und Passwort dürfen nicht in der Adresse stehen.',
  'The address must begin with https://; http works for this computer only.':
    'Die Adresse muss mit https:// beginnen; http geht nur für diesen Rechner.',
  'The address is this computer’s own.': 'Das ist die Adresse dieses Rechners selbst.',
  'Only the path of the address may change from tile to tile.':
    'Von Kachel zu Kachel darf sich nur der Pfad der Adresse ändern.',
  'Nothing was asked for.': 'Nichts wurde angefragt.',
  'This map file is damaged: {}.': 'Diese Kartendatei ist beschädigt: {}.',
  'it names places that no file reaches': 'sie nennt Stellen, an die keine Datei reicht',
  'it has no list of its tiles': 'ihr fehlt die Liste ihrer Kacheln',
  'it ends within its first bytes': 'sie endet in ihren ersten Bytes',
  'its zooms make no sense': 'ihre Zoomstufen ergeben keinen Sinn',
  'it covers no place': 'sie deckt keinen Ort ab',
  'what it says of itself is too long': 'was sie von sich sagt, ist zu lang',
  'what it says of itself can’t be unpacked': 'was sie von sich sagt, lässt sich nicht entpacken',
  'what it says of itself is no JSON': 'was sie von sich sagt, ist kein JSON',
  'a part of it lies outside of the file’s own bounds':
    'ein Teil von ihr liegt außerhalb ihrer eigenen Grenzen',
  'its lists of tiles lead in circles': 'ihre Kachellisten führen im Kreis',
  'a tile is larger than any tile is': 'eine Kachel ist größer, als Kacheln sind',
  'a tile can’t be unpacked, or is far too large':
    'eine Kachel lässt sich nicht entpacken oder ist viel zu groß',
  'a list of its tiles is too long': 'eine ihrer Kachellisten ist zu lang',
  'a list of its tiles can’t be read': 'eine ihrer Kachellisten ist unlesbar',
  'its tiles are not what they claim to be': 'ihre Kacheln sind nicht, was sie vorgeben',
  'its pictures are not what they claim to be': 'ihre Bilder sind nicht, was sie vorgeben',
  'a tile is not what it claims to be': 'eine Kachel ist nicht, was sie vorgibt',
  'The built-in map stays.': 'Der eingebaute Kartengrund bleibt.',
  'This map was made in version 3 or earlier of the Protomaps schema; Waybill draws version 4. Download or make it anew.':
    'Diese Karte entstand nach Version 3 oder älter des Protomaps-Schemas; Waybill zeichnet Version 4. Laden oder machen Sie sie neu.',
  'This map’s layers ({}) are not those of the Protomaps schema, which Waybill draws.':
    'Die Ebenen dieser Karte ({}) sind nicht die des Protomaps-Schemas, das Waybill zeichnet.',
  'This map file holds tiles of a kind that Waybill does not know.':
    'Diese Kartendatei enthält Kacheln einer Art, die Waybill nicht kennt.',
  'This map file is packed in a way that Waybill does not know.':
    'Diese Kartendatei ist auf eine Weise gepackt, die Waybill nicht kennt.',
  'This archive is of version {} of PMTiles; Waybill reads version 3. The program “pmtiles” converts older ones: pmtiles convert old.pmtiles new.pmtiles.':
    'Dieses Archiv hat Version {} von PMTiles; Waybill liest Version 3. Das Programm „pmtiles“ wandelt ältere um: pmtiles convert old.pmtiles new.pmtiles.',
  'More of the file came than it holds.': 'Es kam mehr von der Datei, als sie enthält.',
  'The map server failed ({}).': 'Beim Kartenserver ist ein Fehler aufgetreten ({}).',
  'The map server answered with {} instead of a tile.':
    'Der Kartenserver antwortete mit {} statt mit einer Kachel.',
  'What the map server sends are no {}.': 'Was der Kartenserver schickt, sind keine {}.',
  'vector tiles': 'Vektorkacheln',
  pictures: 'Bilder',
  'The map server can’t be reached.': 'Der Kartenserver ist nicht erreichbar.',
  'The map server sends on to another server. Use the address of that one if you trust it.':
    'Der Kartenserver schickt an einen anderen Server weiter. Nehmen Sie dessen Adresse, wenn Sie ihm trauen.',
  'The map server sends on and on.': 'Der Kartenserver schickt immer weiter.',
  'The map server sends more than any tile holds.':
    'Der Kartenserver schickt mehr, als eine Kachel enthält.',
  'The map server refuses its tiles. Its address may need a key.':
    'Der Kartenserver verweigert seine Kacheln. Zu seiner Adresse gehört vielleicht ein Schlüssel.',
  'The map server asks to be left alone for a while.':
    'Der Kartenserver bittet um eine Weile Ruhe.',
  'What was fetched before is still drawn; elsewhere the built-in map stays.':
    'Früher Geholtes wird weiter gezeichnet; sonst bleibt der eingebaute Kartengrund.',
  'The additional fields are not a JSON object.': 'Die weiteren Felder sind kein JSON-Objekt.',
  'Not a JSON object.': 'Kein JSON-Objekt.',
  'The additional fields are nested too deep to be kept.':
    'Die weiteren Felder sind zu tief verschachtelt, um aufbewahrt zu werden.',
  'Is nested more than {} levels deep.': 'Ist mehr als {} Ebenen tief verschachtelt.',
  'An additional field has the name of a known one.': 'Ein weiteres Feld heißt wie ein bekanntes.',
  'Belongs among the known fields.': 'Gehört zu den bekannten Feldern.',
  'This write carries no fields.': 'Diese Änderung hat keine Felder.',
  'Some fields are not right yet.': 'Einige Felder stimmen noch nicht.',
  'The write does not say which record it is for.':
    'Die Änderung sagt nicht, für welchen Datensatz sie ist.',
  'Is missing.': 'Fehlt.',
  'Is not known.': 'Ist nicht bekannt.',
  'Every disputed field needs a choice.': 'Für jedes strittige Feld muss gewählt werden.',
  'Choose base, mine or theirs.': 'Wählen Sie Grundlage, meines oder deren.',
  'The service has no such record.': 'Der Dienst hat keinen solchen Datensatz.',
  'Not found.': 'Nicht gefunden.',
  'Nothing was queued, and nothing was changed.':
    'Nichts wurde in den Ausgang gelegt und nichts geändert.',
  'The service keeps otherwise than sent: {}.': 'Der Dienst behält anders, als gesendet wurde: {}.',
  'It does not show: {}.': 'Er zeigt nicht: {}.',
  'Also changed meanwhile: {}.': 'Inzwischen auch geändert: {}.',
  'Somebody has archived it since.': 'Jemand hat ihn seither archiviert.',
  'The write arrived; the record shows what the service holds.':
    'Die Änderung kam an; der Datensatz zeigt, was der Dienst hat.',
  'Who is signed in could not be checked.': 'Wer angemeldet ist, ließ sich nicht prüfen.',
  '{}: the list is not complete, {}.': '{}: Die Liste ist nicht vollständig, {}.',
  'it can not be read': 'sie lässt sich nicht lesen',
  'it does not end': 'sie endet nicht',
  'the number of records is not the total': 'die Zahl der Datensätze ist nicht die genannte',
  'the first page changed': 'die erste Seite änderte sich',
  'a row has no identifier': 'eine Zeile hat keine Kennung',
  'a record occurs twice': 'ein Datensatz kommt doppelt vor',
  'Nothing was concluded from it; it is read again.':
    'Daraus wurde nichts geschlossen; sie wird noch einmal gelesen.',
  'This write is older than seven days. Should it still be sent?':
    'Diese Änderung ist älter als sieben Tage. Soll sie noch gesendet werden?',
  'The record was deleted at the service while this write waited.':
    'Der Datensatz wurde beim Dienst gelöscht, während diese Änderung wartete.',
  'The service says that it did it. No reading shows it, and the record is gone from the service now.':
    'Der Dienst sagt, er habe es getan. Keine Lesung zeigt es, und der Datensatz ist dort jetzt weg.',
  'What was sent stands in this entry.': 'Was gesendet wurde, steht in diesem Eintrag.',
  'Something else has been assigned there since: the service may put it out in favour of this one.':
    'Dort ist inzwischen etwas anderes zugewiesen: Der Dienst nimmt es womöglich für dieses heraus.',
  'The service has given the id of this record to another one.':
    'Der Dienst hat die Kennung dieses Datensatzes einem anderen gegeben.',
  'It may have arrived already: the service holds a new record that may be it.':
    'Sie kam vielleicht schon an: Der Dienst hat einen neuen Datensatz, der es sein kann.',
  'The service holds a record that looks the same, made since this write was: somebody else may have made it, or this write did, before the files of this computer were put back.':
    'Der Dienst hat einen Datensatz, der gleich aussieht und seit dieser Änderung entstand: Vielleicht legte ihn jemand anderes an, oder diese Änderung tat es, bevor die Dateien dieses Rechners zurückgesetzt wurden.',
  'Whether it arrived can not be told: what the service held before it was sent is not known here.':
    'Ob sie ankam, lässt sich nicht sagen: Was der Dienst vor dem Senden hatte, ist hier nicht bekannt.',
  'Whether it arrived can not be told: the service holds no such record, but the database that would know of one that was deleted again was lost since.':
    'Ob sie ankam, lässt sich nicht sagen: Der Dienst hat keinen solchen Datensatz, doch die Datenbank, die von einem wieder gelöschten wüsste, ging seither verloren.',
  'Whether it arrived can not be told from what the service shows now.':
    'Ob sie ankam, lässt sich aus dem, was der Dienst jetzt zeigt, nicht sagen.',
  'The service may have made this record: it holds one that looks the same.':
    'Der Dienst hat diesen Datensatz vielleicht angelegt: Er hat einen, der gleich aussieht.',
  'The service may have made this record: it holds a new one that nobody here made, and that may have been changed since.':
    'Der Dienst hat diesen Datensatz vielleicht angelegt: Er hat einen neuen, den hier niemand angelegt hat und der seither geändert sein kann.',
  'The service had made a record that may be this one, and it is gone again: somebody deleted it, or it is hidden from you.':
    'Der Dienst hatte einen Datensatz angelegt, der dieser sein kann, und er ist wieder weg: Jemand hat ihn gelöscht, oder er ist vor Ihnen verborgen.',
  'It was sent twice, and the service shows no trace of it.':
    'Sie wurde zweimal gesendet, und beim Dienst ist keine Spur davon.',
  "What became of it can't be seen. {}": 'Was daraus wurde, ist nicht zu sehen. {}',
  '{} It was asked to delete it.': '{} Er sollte ihn löschen.',
  'Nothing is sent again until you decide.':
    'Nichts wird noch einmal gesendet, bis Sie entscheiden.',
  'The service holds another record that this write may have made.':
    'Der Dienst hat einen weiteren Datensatz, den diese Änderung angelegt haben kann.',
  'The service holds {} other records that this write may have made.':
    'Der Dienst hat {} weitere Datensätze, die diese Änderung angelegt haben kann.',
  'The service holds a record that this write may have made before it was taken back.':
    'Der Dienst hat einen Datensatz, den diese Änderung angelegt haben kann, ehe sie zurückgenommen wurde.',
  'The service holds {} records that this write may have made before it was taken back.':
    'Der Dienst hat {} Datensätze, die diese Änderung angelegt haben kann, ehe sie zurückgenommen wurde.',
  'Nothing was changed or deleted. If it is one too many, archive it.':
    'Nichts wurde geändert oder gelöscht. Ist er zu viel, archivieren Sie ihn.',
  'This Waybill does not understand this write, perhaps because a newer one made it.':
    'Dieses Waybill versteht diese Änderung nicht; vielleicht machte sie ein neueres.',
  'It is kept as it is and was not sent. Everything else goes on.':
    'Sie bleibt, wie sie ist, und wurde nicht gesendet. Alles andere geht weiter.',
  'It is kept as it is. It may have reached the service before: look there before you make it anew.':
    'Sie bleibt, wie sie ist. Sie kann den Dienst schon erreicht haben: Sehen Sie dort nach, bevor Sie sie neu anlegen.',
  'The record that this write belongs to was given up.':
    'Der Datensatz, zu dem diese Änderung gehört, wurde aufgegeben.',
  'Bringing that one back brings this one back too.':
    'Holen Sie jenen zurück, kommt auch diese zurück.',
  'The id of this record can not stand in an address, so no request can be about it.':
    'Die Kennung dieses Datensatzes kann nicht in einer Adresse stehen; so kann ihn keine Anfrage meinen.',
  'Nothing was sent; the write is kept. Change the record where the service keeps it.':
    'Nichts wurde gesendet; die Änderung bleibt. Ändern Sie den Datensatz dort, wo ihn der Dienst führt.',
  'The same was changed meanwhile: {}.': 'Dasselbe wurde inzwischen geändert: {}.',
  'Open this again to see it as it is now.':
    'Öffnen Sie dies noch einmal, um es zu sehen, wie es jetzt ist.',
  'More records were found that it may have made. Look at them first.':
    'Es wurden weitere Datensätze gefunden, die sie angelegt haben kann. Sehen Sie sich diese zuerst an.',
  'Both values are kept until you choose.': 'Beide Werte bleiben, bis Sie wählen.',
  '{} not settled and would leave with this account.': '{} und ginge mit diesem Konto weg.',
  '1 write is': '1 Änderung ist nicht erledigt',
  '{} writes are': '{} Änderungen: nicht alles ist erledigt',
  'Nothing was removed.': 'Nichts wurde entfernt.',
  '1 write of {} is not settled. It stays on this computer; switch back to go on with it.':
    '1 Änderung ({}) ist nicht erledigt. Sie bleibt auf diesem Rechner; wechseln Sie zurück, um mit ihr fortzufahren.',
  '{} writes of {} are not settled. They stay on this computer; switch back to go on with them.':
    '{} Änderungen ({}) sind nicht erledigt. Sie bleiben auf diesem Rechner; wechseln Sie zurück, um mit ihnen fortzufahren.',
  'the local workspace': 'örtlicher Arbeitsbereich',
  'What was still there of a removed account is deleted now. Its writes that waited and its reviews, where there were any, lie in “removed” in Waybill’s data folder.':
    'Was von einem entfernten Konto noch da war, ist nun gelöscht. Seine wartenden Änderungen und seine Prüfungen, soweit es welche gab, liegen in „removed“ im Datenordner von Waybill.',
  'The list of accounts was damaged; its copy has taken its place. Mirrors and waiting writes are still here.':
    'Die Liste der Konten war beschädigt; ihre Kopie ist an ihre Stelle getreten. Kopien und wartende Änderungen sind noch da.',
  'The list of accounts was damaged and has been set aside. Sign in again: mirrors and waiting writes are still here.':
    'Die Liste der Konten war beschädigt und liegt nun beiseite. Melden Sie sich noch einmal an: Kopien und wartende Änderungen sind noch da.',
  'Waybill works offline, but could not save that: its next start may ask the service again.':
    'Waybill arbeitet offline, konnte das aber nicht speichern: Beim nächsten Start fragt es den Dienst vielleicht wieder.',
  'The database ended unexpectedly and was opened anew. Every change that was confirmed is on disk; what was being sent is looked for at the service before it is sent again.':
    'Die Datenbank endete unerwartet und wurde neu geöffnet. Jede bestätigte Änderung ist gesichert; was gerade gesendet wurde, wird beim Dienst gesucht, bevor es noch einmal gesendet wird.',
  'The policy of this computer can’t be used: {} ({}). Until it is mended Waybill asks no server and saves no file outside; what you wrote is kept and waits.':
    'Die Richtlinie dieses Rechners ist unbrauchbar: {} ({}). Bis das behoben ist, fragt Waybill keinen Server und speichert draußen keine Datei; was Sie schrieben, bleibt und wartet.',
  'The service gave an empty or foreign list of {} records. Nothing was removed here.':
    'Der Dienst gab eine leere oder fremde Liste ({}). Hier wurde nichts entfernt.',
  'The service no longer lists {} {} records. None of them was removed: their list asks what to do.':
    'Der Dienst führt {} Datensätze nicht mehr ({}). Keiner wurde entfernt: Ihre Liste fragt, was zu tun ist.',
  'The file is damaged: a part of it is missing, or is not as it was written.':
    'Die Datei ist beschädigt: Ein Teil fehlt oder ist nicht, wie er geschrieben wurde.',
  'This is not an outbox that Waybill has exported.':
    'Das ist kein Ausgang, den Waybill ausgegeben hat.',
  'The file belongs to another account: {}': 'Die Datei gehört zu einem anderen Konto: {}',
  'a local workspace, and a server is in use.':
    'einem örtlichen Arbeitsbereich; hier ist ein Server in Gebrauch.',
  'one at {}, and a local workspace is in use.':
    'einem bei {}; hier ist ein örtlicher Arbeitsbereich in Gebrauch.',
  'the local workspace of another computer or folder.':
    'dem örtlichen Arbeitsbereich eines anderen Rechners oder Ordners.',
  'user “{}” instead of “{}”, at the same service.': 'Person „{}“ statt „{}“, beim selben Dienst.',
  'tenant “{}” instead of “{}”, at the same service.':
    'Mandant „{}“ statt „{}“, beim selben Dienst.',
  'tenant “{}” instead of “{}”, user “{}” instead of “{}”, at the same service.':
    'Mandant „{}“ statt „{}“, Person „{}“ statt „{}“, beim selben Dienst.',
  'one at {}; in use is one at {}.': 'einem bei {}; hier ist eines bei {} in Gebrauch.',
  'Nothing was imported, and nothing was changed.': 'Nichts wurde eingelesen und nichts geändert.',
  '{}: the service answered with {} instead of {}. Something on the way mixes up its answers.':
    '{}: Der Dienst antwortete mit {} statt mit {}. Etwas auf dem Weg vertauscht seine Antworten.',
  'Nothing was concluded from it, and nothing of it was kept.':
    'Daraus wurde nichts geschlossen, und nichts davon bleibt.',
  'The service answers as another person ({}) than the one who is signed in here{}. It, or something on the way, may mix up sign-ins. Nothing is read or sent until it answers as the right one.':
    'Der Dienst antwortet als jemand anderes ({}), als hier angemeldet ist{}. Er oder etwas auf dem Weg vertauscht vielleicht Anmeldungen. Nichts wird gelesen oder gesendet, bis er als die richtige Person antwortet.',
  'Everything that was read is still here, and waiting writes stay in the outbox.':
    'Alles Gelesene ist noch hier, und wartende Änderungen bleiben im Ausgang.',
  'The service names another person than the sign-in that it gave out. It, or something on the way, may mix up sign-ins.':
    'Der Dienst nennt jemand anderes als die Anmeldung, die er ausgab. Er oder etwas auf dem Weg vertauscht vielleicht Anmeldungen.',
  'Nobody was signed in, and nothing was changed here.':
    'Niemand wurde angemeldet, und hier wurde nichts geändert.',
  'This account is signed out.': 'Dieses Konto ist abgemeldet.',
  'The sign-in has ended.': 'Die Anmeldung ist abgelaufen.',
  'Everything that was read is still here; changes wait in the outbox.':
    'Alles Gelesene ist noch hier; Änderungen warten im Ausgang.',
  'The embedded fleet service ended three times within a minute. It is started again when the minute is over.':
    'Der eingebaute Flottendienst endete dreimal in einer Minute. Nach der Minute wird er wieder gestartet.',
  "This account's database is damaged.": 'Die Datenbank dieses Kontos ist beschädigt.',
  'Nothing was changed. It is made anew, and what was saved before comes back from its journal.':
    'Nichts wurde geändert. Sie wird neu angelegt, und was gesichert war, kommt aus ihrem Journal zurück.',
  'SQLite {} is older than {} and can damage a database.':
    'SQLite {} ist älter als {} und kann eine Datenbank beschädigen.',
  'Nothing was opened.': 'Nichts wurde geöffnet.',
  'The service’s PDF is encrypted and can’t be put together with others.':
    'Das PDF des Dienstes ist verschlüsselt und lässt sich nicht mit anderen zusammenfügen.',
  'The service’s PDF is damaged and can’t be put together with others.':
    'Das PDF des Dienstes ist beschädigt und lässt sich nicht mit anderen zusammenfügen.',
  'It can be exported as a file of its own.': 'Es lässt sich als eigene Datei ausgeben.',
  '{} of its files could not be had. {}': '{} ihrer Dateien waren nicht zu bekommen. {}',
  'The answer itself and its other files are here.':
    'Die Antwort selbst und ihre anderen Dateien sind hier.',
  'The connection profile was not changed: {}.': 'Das Verbindungsprofil wurde nicht geändert: {}.',
  'it must be a JSON object': 'es muss ein JSON-Objekt sein',
  'it is not JSON ({})': 'es ist kein JSON ({})',
  '“{}” is not part of a profile': '„{}“ gehört nicht in ein Profil',
  '“{}” names no endpoint': '„{}“ nennt keinen Endpunkt',
  '“{}” names no permission': '„{}“ nennt kein Recht',
  '“{}” has parameters that the endpoint lacks': '„{}“ hat Parameter, die dem Endpunkt fehlen',
  'The profile in use is as it was.': 'Das Profil in Gebrauch ist, wie es war.',
  'It is not part of the current plan.': 'Es gehört nicht zum gegenwärtigen Tarif.',
  'The role of this account does not include it.': 'Die Rolle dieses Kontos schließt es nicht ein.',
  'The service does not allow it to this account (403).':
    'Der Dienst erlaubt es diesem Konto nicht (403).',
  'The service does not offer it ({}).': 'Der Dienst bietet es nicht an ({}).',
};
