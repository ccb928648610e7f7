/** Sentences of the core that hold what differs, or that share a code, word for word; {} stands for that. */
export const said = {
  'Enter the address of the service.': 'Enter the address of the service.',
  'This is not an address. It looks like https://fleet.example.com/api.':
    'This is not an address. It looks like https://fleet.example.com/api.',
  'The address must begin with https://.': 'The address must begin with https://.',
  'Leave user name and password out of the address; they have their own fields.':
    'Leave user name and password out of the address; they have their own fields.',
  'The address must end with its path: leave out what follows “?” or “#”.':
    'The address must end with its path: leave out what follows “?” or “#”.',
  'Plain http would show the sign-in to everyone on the way. Use an https:// address; http works for this computer only.':
    'Plain http would show the sign-in to everyone on the way. Use an https:// address; http works for this computer only.',
  'Nothing was sent; the accounts that are here are as they were.':
    'Nothing was sent; the accounts that are here are as they were.',
  'The address is too long.': 'The address is too long.',
  'Waybill does not know what {} stands for.': 'Waybill does not know what {} stands for.',
  'The address must name the places {z}, {x} and {y}.':
    'The address must name the places {z}, {x} and {y}.',
  'This is not an address.': 'This is not an address.',
  'User name and password can’t be part of the address.':
    'User name and password can’t be part of the address.',
  'The address must begin with https://; http works for this computer only.':
    'The address must begin with https://; http works for this computer only.',
  'The address is this computer’s own.': 'The address is this computer’s own.',
  'Only the path of the address may change from tile to tile.':
    'Only the path of the address may change from tile to tile.',
  'Nothing was asked for.': 'Nothing was asked for.',
  'This map file is damaged: {}.': 'This map file is damaged: {}.',
  'it names places that no file reaches': 'it names places that no file reaches',
  'it has no list of its tiles': 'it has no list of its tiles',
  'it ends within its first bytes': 'it ends within its first bytes',
  'its zooms make no sense': 'its zooms make no sense',
  'it covers no place': 'it covers no place',
  'what it says of itself is too long': 'what it says of itself is too long',
  'what it says of itself can’t be unpacked': 'what it says of itself can’t be unpacked',
  'what it says of itself is no JSON': 'what it says of itself is no JSON',
  'a part of it lies outside of the file’s own bounds':
    'a part of it lies outside of the file’s own bounds',
  'its lists of tiles lead in circles': 'its lists of tiles lead in circles',
  'a tile is larger than any tile is': 'a tile is larger than any tile is',
  'a tile can’t be unpacked, or is far too large': 'a tile can’t be unpacked, or is far too large',
  'a list of its tiles is too long': 'a list of its tiles is too long',
  'a list of its tiles can’t be read': 'a list of its tiles can’t be read',
  'its tiles are not what they claim to be': 'its tiles are not what they claim to be',
  'its pictures are not what they claim to be': 'its pictures are not what they claim to be',
  'a tile is not what it claims to be': 'a tile is not what it claims to be',
  'The built-in map stays.': 'The built-in map stays.',
  'This map was made in version 3 or earlier of the Protomaps schema; Waybill draws version 4. Download or make it anew.':
    'This map was made in version 3 or earlier of the Protomaps schema; Waybill draws version 4. Download or make it anew.',
  'This map’s layers ({}) are not those of the Protomaps schema, which Waybill draws.':
    'This map’s layers ({}) are not those of the Protomaps schema, which Waybill draws.',
  'This map file holds tiles of a kind that Waybill does not know.':
    'This map file holds tiles of a kind that Waybill does not know.',
  'This map file is packed in a way that Waybill does not know.':
    'This map file is packed in a way that Waybill does not know.',
  'This archive is of version {} of PMTiles; Waybill reads version 3. The program “pmtiles” converts older ones: pmtiles convert old.pmtiles new.pmtiles.':
    'This archive is of version {} of PMTiles; Waybill reads version 3. The program “pmtiles” converts older ones: pmtiles convert old.pmtiles new.pmtiles.',
  'More of the file came than it holds.': 'More of the file came than it holds.',
  'The map server failed ({}).': 'The map server failed ({}).',
  'The map server answered with {} instead of a tile.':
    'The map server answered with {} instead of a tile.',
  'What the map server sends are no {}.': 'What the map server sends are no {}.',
  'vector tiles': 'vector tiles',
  pictures: 'pictures',
  'The map server can’t be reached.': 'The map server can’t be reached.',
  'The map server sends on to another server. Use the address of that one if you trust it.':
    'The map server sends on to another server. Use the address of that one if you trust it.',
  'The map server sends on and on.': 'The map server sends on and on.',
  'The map server sends more than any tile holds.':
    'The map server sends more than any tile holds.',
  'The map server refuses its tiles. Its address may need a key.':
    'The map server refuses its tiles. Its address may need a key.',
  'The map server asks to be left alone for a while.':
    'The map server asks to be left alone for a while.',
  'What was fetched before is still drawn; elsewhere the built-in map stays.':
    'What was fetched before is still drawn; elsewhere the built-in map stays.',
  'The additional fields are not a JSON object.': 'The additional fields are not a JSON object.',
  'Not a JSON object.': 'Not a JSON object.',
  'An additional field has the name of a known one.':
    'An additional field has the name of a known one.',
  'Belongs among the known fields.': 'Belongs among the known fields.',
  'This write carries no fields.': 'This write carries no fields.',
  'Some fields are not right yet.': 'Some fields are not right yet.',
  'The write does not say which record it is for.':
    'The write does not say which record it is for.',
  'Is missing.': 'Is missing.',
  'Is not known.': 'Is not known.',
  'Every disputed field needs a choice.': 'Every disputed field needs a choice.',
  'Choose base, mine or theirs.': 'Choose base, mine or theirs.',
  'The service has no such record.': 'The service has no such record.',
  'Not found.': 'Not found.',
  'Nothing was queued, and nothing was changed.': 'Nothing was queued, and nothing was changed.',
  'The service keeps otherwise than sent: {}.': 'The service keeps otherwise than sent: {}.',
  'It does not show: {}.': 'It does not show: {}.',
  'Also changed meanwhile: {}.': 'Also changed meanwhile: {}.',
  'Somebody has archived it since.': 'Somebody has archived it since.',
  'The write arrived; the record shows what the service holds.':
    'The write arrived; the record shows what the service holds.',
  'Who is signed in could not be checked.': 'Who is signed in could not be checked.',
  '{}: the list is not complete, {}.': '{}: the list is not complete, {}.',
  'it can not be read': 'it can not be read',
  'it does not end': 'it does not end',
  'the number of records is not the total': 'the number of records is not the total',
  'the first page changed': 'the first page changed',
  'a row has no identifier': 'a row has no identifier',
  'a record occurs twice': 'a record occurs twice',
  'Nothing was concluded from it; it is read again.':
    'Nothing was concluded from it; it is read again.',
  'This write is older than seven days. Should it still be sent?':
    'This write is older than seven days. Should it still be sent?',
  'The record was deleted at the service while this write waited.':
    'The record was deleted at the service while this write waited.',
  'The record is no longer at the service.': 'The record is no longer at the service.',
  'It may have arrived already: the service holds a new record that may be it.':
    'It may have arrived already: the service holds a new record that may be it.',
  'Whether it arrived can not be told: what the service held before it was sent is not known here.':
    'Whether it arrived can not be told: what the service held before it was sent is not known here.',
  'Whether it arrived can not be told: the service holds no such record, but the database that would know of one that was deleted again was lost since.':
    'Whether it arrived can not be told: the service holds no such record, but the database that would know of one that was deleted again was lost since.',
  'Whether it arrived can not be told from what the service shows now.':
    'Whether it arrived can not be told from what the service shows now.',
  'The service may have made this record: it holds one that looks the same.':
    'The service may have made this record: it holds one that looks the same.',
  'The service may have made this record: it holds a new one that nobody here made, and that may have been changed since.':
    'The service may have made this record: it holds a new one that nobody here made, and that may have been changed since.',
  'The service had made a record that may be this one, and it is gone again: somebody deleted it, or it is hidden from you.':
    'The service had made a record that may be this one, and it is gone again: somebody deleted it, or it is hidden from you.',
  'It was sent twice, and the service shows no trace of it.':
    'It was sent twice, and the service shows no trace of it.',
  "What became of it can't be seen. {}": "What became of it can't be seen. {}",
  '{} It was asked to delete it.': '{} It was asked to delete it.',
  'Nothing is sent again until you decide.': 'Nothing is sent again until you decide.',
  'The service holds another record that this write may have made.':
    'The service holds another record that this write may have made.',
  'The service holds {} other records that this write may have made.':
    'The service holds {} other records that this write may have made.',
  'Nothing was changed or deleted. If it is one too many, archive it.':
    'Nothing was changed or deleted. If it is one too many, archive it.',
  'This Waybill does not understand this write, perhaps because a newer one made it.':
    'This Waybill does not understand this write, perhaps because a newer one made it.',
  'It is kept as it is and was not sent. Everything else goes on.':
    'It is kept as it is and was not sent. Everything else goes on.',
  'The record that this write belongs to was given up.':
    'The record that this write belongs to was given up.',
  'Bringing that one back brings this one back too.':
    'Bringing that one back brings this one back too.',
  'The id of this record can not stand in an address, so no request can be about it.':
    'The id of this record can not stand in an address, so no request can be about it.',
  'Nothing was sent; the write is kept. Change the record where the service keeps it.':
    'Nothing was sent; the write is kept. Change the record where the service keeps it.',
  'The same was changed meanwhile: {}.': 'The same was changed meanwhile: {}.',
  'Both values are kept until you choose.': 'Both values are kept until you choose.',
  '{} not settled and would leave with this account.':
    '{} not settled and would leave with this account.',
  '1 write is': '1 write is',
  '{} writes are': '{} writes are',
  'Nothing was removed.': 'Nothing was removed.',
  '{} of {} still wait on this computer, until you switch back.':
    '{} of {} still wait on this computer, until you switch back.',
  '1 write': '1 write',
  '{} writes': '{} writes',
  'the local workspace': 'the local workspace',
  'The list of accounts was damaged and has been set aside. Sign in again: mirrors and waiting writes are still here.':
    'The list of accounts was damaged and has been set aside. Sign in again: mirrors and waiting writes are still here.',
  'The database ended unexpectedly and was opened anew. Every change that was confirmed is on disk; what was being sent is looked for at the service before it is sent again.':
    'The database ended unexpectedly and was opened anew. Every change that was confirmed is on disk; what was being sent is looked for at the service before it is sent again.',
  'The policy of this computer can’t be used: {} ({}). Until it is mended Waybill asks no server and saves no file outside; what you wrote is kept and waits.':
    'The policy of this computer can’t be used: {} ({}). Until it is mended Waybill asks no server and saves no file outside; what you wrote is kept and waits.',
  'The service gave an empty or foreign list of {} records. Nothing was removed here.':
    'The service gave an empty or foreign list of {} records. Nothing was removed here.',
  'The service no longer lists {} {} records. None of them was removed: their list asks what to do.':
    'The service no longer lists {} {} records. None of them was removed: their list asks what to do.',
  'The file is damaged: a part of it is missing, or is not as it was written.':
    'The file is damaged: a part of it is missing, or is not as it was written.',
  'This is not an outbox that Waybill has exported.':
    'This is not an outbox that Waybill has exported.',
  'The file belongs to another account: {}': 'The file belongs to another account: {}',
  'a local workspace, and a server is in use.': 'a local workspace, and a server is in use.',
  'one at {}, and a local workspace is in use.': 'one at {}, and a local workspace is in use.',
  'the local workspace of another computer or folder.':
    'the local workspace of another computer or folder.',
  'user “{}” instead of “{}”, at the same service.':
    'user “{}” instead of “{}”, at the same service.',
  'tenant “{}” instead of “{}”, at the same service.':
    'tenant “{}” instead of “{}”, at the same service.',
  'tenant “{}” instead of “{}”, user “{}” instead of “{}”, at the same service.':
    'tenant “{}” instead of “{}”, user “{}” instead of “{}”, at the same service.',
  'one at {}; in use is one at {}.': 'one at {}; in use is one at {}.',
  'Nothing was imported, and nothing was changed.':
    'Nothing was imported, and nothing was changed.',
  '{}: the service answered with {} instead of {}. Something on the way mixes up its answers.':
    '{}: the service answered with {} instead of {}. Something on the way mixes up its answers.',
  'Nothing was concluded from it, and nothing of it was kept.':
    'Nothing was concluded from it, and nothing of it was kept.',
  'The service answers as another person ({}) than the one who is signed in here{}. It, or something on the way, may mix up sign-ins. Nothing is read or sent until it answers as the right one.':
    'The service answers as another person ({}) than the one who is signed in here{}. It, or something on the way, may mix up sign-ins. Nothing is read or sent until it answers as the right one.',
  'Everything that was read is still here, and waiting writes stay in the outbox.':
    'Everything that was read is still here, and waiting writes stay in the outbox.',
  'The service names another person than the sign-in that it gave out. It, or something on the way, may mix up sign-ins.':
    'The service names another person than the sign-in that it gave out. It, or something on the way, may mix up sign-ins.',
  'Nobody was signed in, and nothing was changed here.':
    'Nobody was signed in, and nothing was changed here.',
  'This account is signed out.': 'This account is signed out.',
  'The sign-in has ended.': 'The sign-in has ended.',
  'Everything that was read is still here; changes wait in the outbox.':
    'Everything that was read is still here; changes wait in the outbox.',
  'The embedded fleet service ended three times within a minute. It is started again when the minute is over.':
    'The embedded fleet service ended three times within a minute. It is started again when the minute is over.',
  "This account's database is damaged.": "This account's database is damaged.",
  'Nothing was changed. It is made anew, and what was saved before comes back from its journal.':
    'Nothing was changed. It is made anew, and what was saved before comes back from its journal.',
  'SQLite {} is older than {} and can damage a database.':
    'SQLite {} is older than {} and can damage a database.',
  'Nothing was opened.': 'Nothing was opened.',
  'The service’s PDF is encrypted and can’t be put together with others.':
    'The service’s PDF is encrypted and can’t be put together with others.',
  'The service’s PDF is damaged and can’t be put together with others.':
    'The service’s PDF is damaged and can’t be put together with others.',
  'It can be exported as a file of its own.': 'It can be exported as a file of its own.',
  '{} of its files could not be had. {}': '{} of its files could not be had. {}',
  'The answer itself and its other files are here.':
    'The answer itself and its other files are here.',
  'The connection profile was not changed: {}.': 'The connection profile was not changed: {}.',
  'it must be a JSON object': 'it must be a JSON object',
  'it is not JSON ({})': 'it is not JSON ({})',
  '“{}” is not part of a profile': '“{}” is not part of a profile',
  '“{}” names no endpoint': '“{}” names no endpoint',
  '“{}” names no permission': '“{}” names no permission',
  '“{}” has parameters that the endpoint lacks': '“{}” has parameters that the endpoint lacks',
  'The profile in use is as it was.': 'The profile in use is as it was.',
} as const;
