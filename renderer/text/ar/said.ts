/** جمل النواة بحسب نصها؛ تقوم {} مقام ما يتغير. */
export const said = {
  'Enter the address of the service.': 'أدخل عنوان الخدمة.',
  'This is not an address. It looks like https://fleet.example.com/api.':
    'هذا ليس عنوانًا. يبدو العنوان هكذا: https://fleet.example.com/api.',
  'The address must begin with https://.': 'يجب أن يبدأ العنوان بـ https://.',
  'Leave user name and password out of the address; they have their own fields.':
    'اترك اسم المستخدم وكلمة المرور خارج العنوان؛ لهما حقول خاصة.',
  'The address must end with its path: leave out what follows “?” or “#”.':
    'يجب أن ينتهي العنوان بمساره: احذف ما يلي «?» أو «#».',
  'Plain http would show the sign-in to everyone on the way. Use an https:// address; http works for this computer only.':
    'يكشف http العادي بيانات الدخول لكل من على الطريق. استخدم عنوان https://؛ ‏http يعمل لهذا الحاسوب فقط.',
  'Nothing was sent; the accounts that are here are as they were.':
    'لم يُرسل شيء؛ والحسابات هنا كما كانت.',
  'The address is too long.': 'العنوان طويل جدًا.',
  'Waybill does not know what {} stands for.': 'لا يعرف Waybill معنى {}.',
  'The address must name the places {z}, {x} and {y}.': 'يجب أن يحتوي العنوان على {z} و{x} و{y}.',
  'This is not an address.': 'هذا ليس عنوانًا.',
  'User name and password can’t be part of the address.':
    'لا يمكن أن يكون اسم المستخدم وكلمة المرور جزءًا من العنوان.',
  'The address must begin with https://; http works for this computer only.':
    'يجب أن يبدأ العنوان بـ https://؛ ‏http يعمل لهذا الحاسوب فقط.',
  'The address is this computer’s own.': 'هذا عنوان هذا الحاسوب نفسه.',
  'Only the path of the address may change from tile to tile.':
    'لا يجوز أن يتغير من بلاطة إلى أخرى إلا مسار العنوان.',
  'Nothing was asked for.': 'لم يُطلب شيء.',
  'This map file is damaged: {}.': 'ملف الخريطة هذا تالف: {}.',
  'it names places that no file reaches': 'يشير إلى مواضع لا يبلغها أي ملف',
  'it has no list of its tiles': 'لا قائمة فيه لبلاطاته',
  'it ends within its first bytes': 'ينتهي في أول بايتاته',
  'its zooms make no sense': 'مستويات التكبير فيه بلا معنى',
  'it covers no place': 'لا يغطي أي مكان',
  'what it says of itself is too long': 'وصفه لنفسه طويل جدًا',
  'what it says of itself can’t be unpacked': 'تعذر فك ضغط وصفه لنفسه',
  'what it says of itself is no JSON': 'وصفه لنفسه ليس JSON',
  'a part of it lies outside of the file’s own bounds': 'جزء منه خارج حدود الملف نفسه',
  'its lists of tiles lead in circles': 'قوائم بلاطاته تدور في حلقة',
  'a tile is larger than any tile is': 'إحدى بلاطاته أكبر من أي بلاطة',
  'a tile can’t be unpacked, or is far too large': 'تعذر فك ضغط إحدى بلاطاته أو هي كبيرة جدًا',
  'a list of its tiles is too long': 'إحدى قوائم بلاطاته طويلة جدًا',
  'a list of its tiles can’t be read': 'تتعذر قراءة إحدى قوائم بلاطاته',
  'its tiles are not what they claim to be': 'بلاطاته ليست كما تدّعي',
  'its pictures are not what they claim to be': 'صوره ليست كما تدّعي',
  'a tile is not what it claims to be': 'إحدى بلاطاته ليست كما تدّعي',
  'The built-in map stays.': 'تبقى الخريطة المضمنة.',
  'This map was made in version 3 or earlier of the Protomaps schema; Waybill draws version 4. Download or make it anew.':
    'صُنعت هذه الخريطة بالإصدار 3 أو أقدم من مخطط Protomaps؛ يرسم Waybill الإصدار 4. نزّلها أو اصنعها من جديد.',
  'This map’s layers ({}) are not those of the Protomaps schema, which Waybill draws.':
    'طبقات هذه الخريطة ({}) ليست طبقات مخطط Protomaps الذي يرسمه Waybill.',
  'This map file holds tiles of a kind that Waybill does not know.':
    'يحتوي ملف الخريطة هذا على بلاطات من نوع لا يعرفه Waybill.',
  'This map file is packed in a way that Waybill does not know.':
    'ملف الخريطة هذا مضغوط بطريقة لا يعرفها Waybill.',
  'This archive is of version {} of PMTiles; Waybill reads version 3. The program “pmtiles” converts older ones: pmtiles convert old.pmtiles new.pmtiles.':
    'هذا الأرشيف من الإصدار {} من PMTiles؛ يقرأ Waybill الإصدار 3. يحوّل برنامج «pmtiles» الأقدم: pmtiles convert old.pmtiles new.pmtiles.',
  'More of the file came than it holds.': 'وصل من الملف أكثر مما فيه.',
  'The map server failed ({}).': 'تعطل خادم الخرائط ({}).',
  'The map server answered with {} instead of a tile.': 'أجاب خادم الخرائط بـ {} بدلًا من بلاطة.',
  'What the map server sends are no {}.': 'ما يرسله خادم الخرائط ليس {}.',
  'vector tiles': 'بلاطات متجهية',
  pictures: 'صورًا',
  'The map server can’t be reached.': 'لا يمكن الوصول إلى خادم الخرائط.',
  'The map server sends on to another server. Use the address of that one if you trust it.':
    'يحيل خادم الخرائط إلى خادم آخر. استخدم عنوانه إن كنت تثق به.',
  'The map server sends on and on.': 'يحيل خادم الخرائط بلا نهاية.',
  'The map server sends more than any tile holds.': 'يرسل خادم الخرائط أكثر مما تحتويه أي بلاطة.',
  'The map server refuses its tiles. Its address may need a key.':
    'يرفض خادم الخرائط إعطاء بلاطاته. قد يحتاج عنوانه إلى مفتاح.',
  'The map server asks to be left alone for a while.': 'يطلب خادم الخرائط الانتظار قليلًا.',
  'What was fetched before is still drawn; elsewhere the built-in map stays.':
    'ما جُلب من قبل ما زال يُرسم؛ وفي غيره تبقى الخريطة المضمنة.',
  'The additional fields are not a JSON object.': 'الحقول الإضافية ليست كائن JSON.',
  'Not a JSON object.': 'ليس كائن JSON.',
  'The additional fields are nested too deep to be kept.':
    'الحقول الإضافية متداخلة بعمق أكبر من أن تُحفظ.',
  'Is nested more than {} levels deep.': 'متداخل لأكثر من {} مستوى.',
  'An additional field has the name of a known one.': 'لأحد الحقول الإضافية اسم حقل معروف.',
  'Belongs among the known fields.': 'مكانه بين الحقول المعروفة.',
  'This write carries no fields.': 'لا حقول في هذا التغيير.',
  'Some fields are not right yet.': 'بعض الحقول غير صحيحة بعد.',
  'The write does not say which record it is for.': 'لا يذكر التغيير أي سجل يخصه.',
  'Is missing.': 'مفقود.',
  'Is not known.': 'غير معروف.',
  'Every disputed field needs a choice.': 'يحتاج كل حقل متنازع عليه إلى اختيار.',
  'Choose base, mine or theirs.': 'اختر الأصل أو قيمتي أو قيمتهم.',
  'The service has no such record.': 'لا يوجد سجل كهذا لدى الخدمة.',
  'Not found.': 'غير موجود.',
  'Nothing was queued, and nothing was changed.': 'لم يوضع شيء في الصادر ولم يتغير شيء.',
  'The service keeps otherwise than sent: {}.': 'حفظت الخدمة خلاف ما أُرسل: {}.',
  'It does not show: {}.': 'لا تُظهر: {}.',
  'Also changed meanwhile: {}.': 'تغير أيضًا في هذه الأثناء: {}.',
  'Somebody has archived it since.': 'أرشفه أحدهم منذ ذلك الحين.',
  'The write arrived; the record shows what the service holds.':
    'وصل التغيير؛ ويُظهر السجل ما لدى الخدمة.',
  'Who is signed in could not be checked.': 'تعذر التحقق ممن سجل الدخول.',
  '{}: the list is not complete, {}.': '{}: القائمة غير كاملة، {}.',
  'it can not be read': 'تتعذر قراءتها',
  'it does not end': 'لا نهاية لها',
  'the number of records is not the total': 'عدد السجلات ليس الإجمالي المذكور',
  'the first page changed': 'تغيرت الصفحة الأولى',
  'a row has no identifier': 'لا معرّف لأحد الصفوف',
  'a record occurs twice': 'ورد أحد السجلات مرتين',
  'Nothing was concluded from it; it is read again.': 'لم يُستنتج منها شيء؛ وستُقرأ مرة أخرى.',
  'This write is older than seven days. Should it still be sent?':
    'هذا التغيير أقدم من سبعة أيام. هل يُرسل مع ذلك؟',
  'The record was deleted at the service while this write waited.':
    'حُذف السجل لدى الخدمة بينما كان هذا التغيير ينتظر.',
  'The service says that it did it. No reading shows it, and the record is gone from the service now.':
    'تقول الخدمة إنها نفّذته. لا تُظهره أي قراءة، والسجل لم يعد لدى الخدمة الآن.',
  'What was sent stands in this entry.': 'ما أُرسل مذكور في هذا الإدخال.',
  'Something else has been assigned there since: the service may put it out in favour of this one.':
    'عُيِّن شيء آخر هناك منذ ذلك الحين: قد تزيله الخدمة لصالح هذا.',
  'The service has given the id of this record to another one.':
    'أعطت الخدمة معرّف هذا السجل لسجل آخر.',
  'It may have arrived already: the service holds a new record that may be it.':
    'ربما وصل بالفعل: لدى الخدمة سجل جديد قد يكون هو.',
  'The service holds a record that looks the same, made since this write was: somebody else may have made it, or this write did, before the files of this computer were put back.':
    'لدى الخدمة سجل يبدو مثله وأُنشئ بعد هذا التغيير: ربما أنشأه شخص آخر، أو أنشأه هذا التغيير قبل إعادة ملفات هذا الحاسوب إلى حالة سابقة.',
  'Whether it arrived can not be told: what the service held before it was sent is not known here.':
    'لا يمكن معرفة ما إذا وصل: ما كان لدى الخدمة قبل إرساله غير معروف هنا.',
  'Whether it arrived can not be told: the service holds no such record, but the database that would know of one that was deleted again was lost since.':
    'لا يمكن معرفة ما إذا وصل: لا سجل كهذا لدى الخدمة، لكن قاعدة البيانات التي كانت ستعرف بسجل حُذف ثانية فُقدت منذ ذلك الحين.',
  'Whether it arrived can not be told from what the service shows now.':
    'لا يمكن معرفة ما إذا وصل مما تُظهره الخدمة الآن.',
  'The service may have made this record: it holds one that looks the same.':
    'ربما أنشأت الخدمة هذا السجل: لديها سجل يبدو مثله.',
  'The service may have made this record: it holds a new one that nobody here made, and that may have been changed since.':
    'ربما أنشأت الخدمة هذا السجل: لديها سجل جديد لم ينشئه أحد هنا، وربما تغير منذ ذلك الحين.',
  'The service had made a record that may be this one, and it is gone again: somebody deleted it, or it is hidden from you.':
    'كانت الخدمة قد أنشأت سجلًا قد يكون هذا، ثم اختفى: حذفه أحدهم أو حُجب عنك.',
  'It was sent twice, and the service shows no trace of it.': 'أُرسل مرتين ولا أثر له لدى الخدمة.',
  "What became of it can't be seen. {}": 'لا يمكن رؤية ما آل إليه. {}',
  '{} It was asked to delete it.': '{} طُلب حذفه.',
  'Nothing is sent again until you decide.': 'لن يُرسل شيء ثانية حتى تقرر.',
  'The service holds another record that this write may have made.':
    'لدى الخدمة سجل آخر ربما أنشأه هذا التغيير.',
  'The service holds {} other records that this write may have made.':
    'لدى الخدمة {} من السجلات الأخرى التي ربما أنشأها هذا التغيير.',
  'The service holds a record that this write may have made before it was taken back.':
    'لدى الخدمة سجل ربما أنشأه هذا التغيير قبل التراجع عنه.',
  'The service holds {} records that this write may have made before it was taken back.':
    'لدى الخدمة {} من السجلات التي ربما أنشأها هذا التغيير قبل التراجع عنه.',
  'Nothing was changed or deleted. If it is one too many, archive it.':
    'لم يتغير شيء ولم يُحذف شيء. إن كان زائدًا فأرشفه.',
  'This Waybill does not understand this write, perhaps because a newer one made it.':
    'لا يفهم هذا الإصدار من Waybill هذا التغيير، ربما لأن إصدارًا أحدث صنعه.',
  'It is kept as it is and was not sent. Everything else goes on.':
    'يبقى كما هو ولم يُرسل. ويستمر كل ما عداه.',
  'It is kept as it is. It may have reached the service before: look there before you make it anew.':
    'يبقى كما هو. ربما وصل إلى الخدمة من قبل: ابحث هناك قبل أن تنشئه من جديد.',
  'The record that this write belongs to was given up.': 'تُخُلّي عن السجل الذي يتبعه هذا التغيير.',
  'Bringing that one back brings this one back too.': 'إعادته تعيد هذا أيضًا.',
  'The id of this record can not stand in an address, so no request can be about it.':
    'لا يمكن أن يرد معرّف هذا السجل في عنوان، فلا يمكن لأي طلب أن يخصه.',
  'Nothing was sent; the write is kept. Change the record where the service keeps it.':
    'لم يُرسل شيء؛ والتغيير محفوظ. غيّر السجل حيث تحفظه الخدمة.',
  'The same was changed meanwhile: {}.': 'تغير الشيء نفسه في هذه الأثناء: {}.',
  'Open this again to see it as it is now.': 'افتح هذا مرة أخرى لتراه كما هو الآن.',
  'More records were found that it may have made. Look at them first.':
    'عُثر على سجلات أخرى قد يكون أنشأها. انظر إليها أولًا.',
  'Both values are kept until you choose.': 'تبقى القيمتان حتى تختار.',
  '{} not settled and would leave with this account.': '{} وسيذهب مع هذا الحساب.',
  '1 write is': 'تغيير واحد لم يكتمل',
  '{} writes are': '{} من التغييرات لم يكتمل',
  'Nothing was removed.': 'لم يُزل شيء.',
  '1 write of {} is not settled. It stays on this computer; switch back to go on with it.':
    'تغيير واحد لم يكتمل ({}). يبقى على هذا الحاسوب؛ عد إلى ذلك الحساب لمتابعته.',
  '{} writes of {} are not settled. They stay on this computer; switch back to go on with them.':
    '{} من التغييرات لم يكتمل ({}). تبقى على هذا الحاسوب؛ عد إلى ذلك الحساب لمتابعتها.',
  'the local workspace': 'مساحة العمل المحلية',
  'What was still there of a removed account is deleted now. Its writes that waited and its reviews, where there were any, lie in “removed” in Waybill’s data folder.':
    'حُذف الآن ما كان باقيًا من حساب أُزيل. وتغييراته المنتظرة ومراجعاته، إن وُجدت، محفوظة في «removed» في مجلد بيانات Waybill.',
  'The list of accounts was damaged; its copy has taken its place. Mirrors and waiting writes are still here.':
    'كانت قائمة الحسابات تالفة، وحلّت نسختها محلها. لا تزال النسخ المحلية والتغييرات المنتظرة هنا.',
  'The list of accounts was damaged and has been set aside. Sign in again: mirrors and waiting writes are still here.':
    'كانت قائمة الحسابات تالفة ووُضعت جانبًا. سجّل الدخول من جديد: النسخ والتغييرات المنتظرة ما زالت هنا.',
  'Waybill works offline, but could not save that: its next start may ask the service again.':
    'يعمل Waybill بلا اتصال، لكن تعذّر حفظ ذلك: قد يسأل الخدمة من جديد عند التشغيل التالي.',
  'The database ended unexpectedly and was opened anew. Every change that was confirmed is on disk; what was being sent is looked for at the service before it is sent again.':
    'انتهت قاعدة البيانات فجأة وفُتحت من جديد. كل تغيير مؤكد محفوظ على القرص؛ وما كان قيد الإرسال يُبحث عنه لدى الخدمة قبل إرساله ثانية.',
  'The policy of this computer can’t be used: {} ({}). Until it is mended Waybill asks no server and saves no file outside; what you wrote is kept and waits.':
    'لا يمكن استخدام سياسة هذا الحاسوب: {} ({}). إلى أن تُصلح لا يسأل Waybill أي خادم ولا يحفظ ملفًا خارجه؛ وما كتبته محفوظ وينتظر.',
  'The service gave an empty or foreign list of {} records. Nothing was removed here.':
    'أعطت الخدمة قائمة فارغة أو غريبة ({}). لم يُزل شيء هنا.',
  'The service no longer lists {} {} records. None of them was removed: their list asks what to do.':
    'لم تعد الخدمة تدرج {} من السجلات ({}). لم يُزل أي منها: تسأل قائمتها عما يجب فعله.',
  'The file is damaged: a part of it is missing, or is not as it was written.':
    'الملف تالف: جزء منه مفقود أو ليس كما كُتب.',
  'This is not an outbox that Waybill has exported.': 'هذا ليس صادرًا أخرجه Waybill.',
  'The file belongs to another account: {}': 'يخص الملف حسابًا آخر: {}',
  'a local workspace, and a server is in use.': 'مساحة عمل محلية، والمستخدم هنا خادم.',
  'one at {}, and a local workspace is in use.': 'حساب لدى {}، والمستخدم هنا مساحة عمل محلية.',
  'the local workspace of another computer or folder.': 'مساحة العمل المحلية لحاسوب أو مجلد آخر.',
  'user “{}” instead of “{}”, at the same service.':
    'المستخدم «{}» بدلًا من «{}»، لدى الخدمة نفسها.',
  'tenant “{}” instead of “{}”, at the same service.':
    'المؤسسة «{}» بدلًا من «{}»، لدى الخدمة نفسها.',
  'tenant “{}” instead of “{}”, user “{}” instead of “{}”, at the same service.':
    'المؤسسة «{}» بدلًا من «{}»، والمستخدم «{}» بدلًا من «{}»، لدى الخدمة نفسها.',
  'one at {}; in use is one at {}.': 'حساب لدى {}؛ والمستخدم هنا حساب لدى {}.',
  'Nothing was imported, and nothing was changed.': 'لم يُستورد شيء ولم يتغير شيء.',
  '{}: the service answered with {} instead of {}. Something on the way mixes up its answers.':
    '{}: أجابت الخدمة بـ {} بدلًا من {}. شيء ما على الطريق يخلط بين إجاباتها.',
  'Nothing was concluded from it, and nothing of it was kept.':
    'لم يُستنتج منها شيء ولم يُحفظ منها شيء.',
  'The service answers as another person ({}) than the one who is signed in here{}. It, or something on the way, may mix up sign-ins. Nothing is read or sent until it answers as the right one.':
    'تجيب الخدمة بصفة شخص آخر ({}) غير من سجل الدخول هنا{}. ربما تخلط هي أو شيء على الطريق بين عمليات الدخول. لن يُقرأ شيء ولن يُرسل حتى تجيب بصفة الشخص الصحيح.',
  'Everything that was read is still here, and waiting writes stay in the outbox.':
    'كل ما قُرئ ما زال هنا، والتغييرات المنتظرة تبقى في الصادر.',
  'The service names another person than the sign-in that it gave out. It, or something on the way, may mix up sign-ins.':
    'تسمي الخدمة شخصًا غير صاحب الدخول الذي منحته. ربما تخلط هي أو شيء على الطريق بين عمليات الدخول.',
  'Nobody was signed in, and nothing was changed here.': 'لم يُسجل دخول أحد ولم يتغير شيء هنا.',
  'This account is signed out.': 'هذا الحساب مسجَّل الخروج.',
  'The sign-in has ended.': 'انتهى تسجيل الدخول.',
  'Everything that was read is still here; changes wait in the outbox.':
    'كل ما قُرئ ما زال هنا؛ والتغييرات تنتظر في الصادر.',
  'The embedded fleet service ended three times within a minute. It is started again when the minute is over.':
    'انتهت خدمة الأسطول المضمنة ثلاث مرات في دقيقة. ستُشغَّل ثانية بعد انقضاء الدقيقة.',
  "This account's database is damaged.": 'قاعدة بيانات هذا الحساب تالفة.',
  'Nothing was changed. It is made anew, and what was saved before comes back from its journal.':
    'لم يتغير شيء. تُنشأ من جديد ويعود ما حُفظ من سجل يومياتها.',
  'SQLite {} is older than {} and can damage a database.':
    '‏SQLite {} أقدم من {} وقد يتلف قاعدة البيانات.',
  'Nothing was opened.': 'لم يُفتح شيء.',
  'The service’s PDF is encrypted and can’t be put together with others.':
    'ملف PDF من الخدمة مشفَّر ولا يمكن جمعه مع غيره.',
  'The service’s PDF is damaged and can’t be put together with others.':
    'ملف PDF من الخدمة تالف ولا يمكن جمعه مع غيره.',
  'It can be exported as a file of its own.': 'يمكن إخراجه ملفًا مستقلًا.',
  '{} of its files could not be had. {}': 'تعذر الحصول على {} من ملفاتها. {}',
  'The answer itself and its other files are here.': 'الإجابة نفسها وملفاتها الأخرى هنا.',
  'The connection profile was not changed: {}.': 'لم يتغير ملف الاتصال: {}.',
  'it must be a JSON object': 'يجب أن يكون كائن JSON',
  'it is not JSON ({})': 'ليس JSON ({})',
  '“{}” is not part of a profile': '«{}» ليس جزءًا من ملف الاتصال',
  '“{}” names no endpoint': '«{}» لا يسمي نقطة نهاية',
  '“{}” names no permission': '«{}» لا يسمي صلاحية',
  '“{}” has parameters that the endpoint lacks': 'في «{}» معاملات ليست لنقطة النهاية',
  'The profile in use is as it was.': 'ملف الاتصال المستخدم كما كان.',
  'It is not part of the current plan.': 'ليس جزءًا من الخطة الحالية.',
  'The role of this account does not include it.': 'دور هذا الحساب لا يشمله.',
  'The service does not allow it to this account (403).': 'لا تسمح الخدمة بذلك لهذا الحساب (403).',
  'The service does not offer it ({}).': 'لا تقدم الخدمة ذلك ({}).',
};
