import type { DocumentLanguage } from '../../../../shared/rules/documentLanguages.ts';

/** What a document says of itself, in each language of the desk; what was answered stays as it is. */

/** Why a picture is not drawn. */
export type Undrawn =
  | { is: 'damaged' | 'noPicture' | 'tooMany' | 'tooLarge' | 'notHere' }
  | { is: 'pixels'; widthPx: number; heightPx: number }
  | { is: 'kind'; kind: string }
  /** A file of another media type. */
  | { is: 'file'; mime: string };

export interface DocumentWords {
  code: DocumentLanguage;
  /** For days and times: the calendar and the digits of everywhere, and hours that need no letter. */
  locale: string;
  rtl: boolean;
  /** Above each title. */
  kicker: string;
  /** Around the number of a page and that of the last one. */
  page: readonly [string, string];
  logo: string;
  whole: string;
  /** Titles of files of many answers. */
  many: string;
  count: (count: number) => string;
  nameless: string;
  answer: (id: string) => string;
  yes: string;
  no: string;
  leftEmpty: string;
  more: (count: number) => string;
  bytes: (count: number) => string;
  kilobytes: (count: number) => string;
  file: (mime: string, size: string) => string;
  mapOf: (where: string) => string;
  picture: string;
  pictureOf: (label: string, why: string) => string;
  notDrawn: (why: string) => string;
  why: (undrawn: Undrawn) => string;
  notHere: string;
  cutText: (count: number) => string;
  cutFields: (count: number) => string;
  noFont: (script: string, count: number) => string;
  /** In the place of letters that no font draws. */
  undrawnRun: (script: string, count: number) => string;
  emoji: string;
  otherLetters: string;
  madeOn: (when: string) => string;
  readOn: (when: string) => string;
  pageMadeOn: (when: string) => string;
  timesIn: (zone: string) => string;
  /** Of an answer whose form asks otherwise today. */
  formChanged: string;
  localCopy: string;
  /** Of a local copy where the service’s own was wished. */
  instead: string;
  review: string;
  reviewHint: string;
  /** Beside a verdict after which the answer was changed. */
  outdated: string;
  verdict: string;
  note: string;
  tags: string;
  due: string;
  assignee: string;
}

const en: DocumentWords = {
  ...{ code: 'en', locale: 'en-GB', rtl: false, kicker: 'FORM ANSWER' },
  page: ['Page ', ' of '],
  ...{ logo: 'Logo', whole: 'The whole answer', many: 'Answers to forms' },
  count: (count) => `${count} answers to forms`,
  nameless: 'Answer',
  answer: (id) => `Answer ${id}`,
  ...{ yes: 'Yes', no: 'No', leftEmpty: 'Left empty:' },
  more: (count) => `(${count} more characters)`,
  bytes: (count) => `${count} bytes`,
  kilobytes: (count) => `${count} kB`,
  file: (mime, size) => `File ${mime}, ${size}`,
  mapOf: (where) => `Map of ${where}`,
  picture: 'Picture',
  pictureOf: (label, why) => `Picture of “${label}”: ${why}.`,
  notDrawn: (why) => `Picture not drawn: ${why}`,
  why: (undrawn) => {
    switch (undrawn.is) {
      case 'damaged':
        return 'it is damaged';
      case 'noPicture':
        return 'it is no picture';
      case 'tooMany':
        return 'there are too many';
      case 'tooLarge':
        return 'it is larger than 32 MB';
      case 'pixels':
        return `it is too large to be drawn (${undrawn.widthPx} × ${undrawn.heightPx} pixels)`;
      case 'kind':
        return `${undrawn.kind} can’t be drawn`;
      case 'notHere':
        return 'it is not on this computer';
      case 'file':
        return `it is no picture, but a file (${undrawn.mime})`;
    }
  },
  notHere: 'Not in this document',
  cutText: (count) => `Text: ${count} characters are too many for a document.`,
  cutFields: (count) => `Fields and rows: ${count} more are too many for a document.`,
  noFont: (script, count) => `${script}: ${count} without a font.`,
  undrawnRun: (script, count) => `${script}, ${count} characters`,
  ...{ emoji: 'Emoji', otherLetters: 'other letters' },
  madeOn: (when) => `Local copy made by Waybill on ${when}`,
  readOn: (when) => `From data read on ${when}`,
  pageMadeOn: (when) => `Page made by Waybill on ${when}`,
  timesIn: (zone) => `Times in ${zone}`,
  formChanged: 'The form was changed after this answer; it is shown as it was asked.',
  ...{ localCopy: 'local copy', instead: 'This is a local copy.', review: 'Review' },
  reviewHint: 'Added by those who reviewed the answer; no part of what was answered.',
  outdated: 'The answer was changed after this verdict.',
  ...{ verdict: 'Verdict', note: 'Note', tags: 'Tags', due: 'To be done by', assignee: 'By whom' },
};

const de: DocumentWords = {
  ...{ code: 'de', locale: 'de-DE', rtl: false, kicker: 'FORMULARANTWORT' },
  page: ['Seite ', ' von '],
  ...{ logo: 'Logo', whole: 'Die ganze Antwort' },
  many: 'Antworten auf Formulare',
  count: (count) => `${count} Antworten auf Formulare`,
  nameless: 'Antwort',
  answer: (id) => `Antwort ${id}`,
  ...{ yes: 'Ja', no: 'Nein', leftEmpty: 'Leer gelassen:' },
  more: (count) => `(${count} weitere Zeichen)`,
  bytes: (count) => `${count} Byte`,
  kilobytes: (count) => `${count} kB`,
  file: (mime, size) => `Datei ${mime}, ${size}`,
  mapOf: (where) => `Karte von ${where}`,
  picture: 'Bild',
  pictureOf: (label, why) => `Bild zu „${label}“: ${why}.`,
  notDrawn: (why) => `Bild nicht gezeichnet: ${why}`,
  why: (undrawn) => {
    switch (undrawn.is) {
      case 'damaged':
        return 'es ist beschädigt';
      case 'noPicture':
        return 'es ist kein Bild';
      case 'tooMany':
        return 'es sind zu viele';
      case 'tooLarge':
        return 'es ist größer als 32 MB';
      case 'pixels':
        return `es ist zu groß, um gezeichnet zu werden (${undrawn.widthPx} × ${undrawn.heightPx} Bildpunkte)`;
      case 'kind':
        return `${undrawn.kind} kann nicht gezeichnet werden`;
      case 'notHere':
        return 'es ist nicht auf diesem Computer';
      case 'file':
        return `es ist kein Bild, sondern eine Datei (${undrawn.mime})`;
    }
  },
  notHere: 'Nicht in diesem Dokument',
  cutText: (count) => `Text: ${count} Zeichen sind zu viele für ein Dokument.`,
  cutFields: (count) => `Felder und Zeilen: ${count} weitere sind zu viele für ein Dokument.`,
  noFont: (script, count) => `${script}: ${count} ohne Schriftart.`,
  undrawnRun: (script, count) => `${script}, ${count} Zeichen`,
  ...{ emoji: 'Emoji', otherLetters: 'andere Zeichen' },
  madeOn: (when) => `Örtliche Kopie, von Waybill gemacht am ${when}`,
  readOn: (when) => `Aus Daten, gelesen am ${when}`,
  pageMadeOn: (when) => `Seite von Waybill, gemacht am ${when}`,
  timesIn: (zone) => `Zeiten in ${zone}`,
  formChanged:
    'Das Formular wurde nach dieser Antwort geändert; sie steht hier, wie gefragt wurde.',
  ...{ localCopy: 'örtliche Kopie', instead: 'Dies ist eine örtliche Kopie.', review: 'Prüfung' },
  reviewHint: 'Hinzugefügt von denen, die die Antwort geprüft haben; kein Teil der Antwort.',
  outdated: 'Die Antwort wurde nach diesem Urteil geändert.',
  ...{ verdict: 'Urteil', note: 'Notiz', tags: 'Stichwörter', due: 'Zu erledigen bis' },
  assignee: 'Durch wen',
};

/* Without the signs of short vowels: readers of PDF give them back in other places. */
const ar: DocumentWords = {
  ...{ code: 'ar', locale: 'ar-u-ca-gregory-hc-h23-nu-latn', rtl: true, kicker: 'إجابة نموذج' },
  page: ['صفحة ', ' من '],
  ...{ logo: 'الشعار', whole: 'الإجابة كاملة' },
  many: 'إجابات النماذج',
  count: (count) => `إجابات النماذج: ${count}`,
  nameless: 'إجابة',
  answer: (id) => `الإجابة ${id}`,
  ...{ yes: 'نعم', no: 'لا', leftEmpty: 'ترك فارغا:' },
  more: (count) => `(أحرف أخرى: ${count})`,
  bytes: (count) => `${count} بايت`,
  kilobytes: (count) => `${count} كيلوبايت`,
  file: (mime, size) => `ملف ${mime}، ${size}`,
  mapOf: (where) => `خريطة ${where}`,
  picture: 'صورة',
  pictureOf: (label, why) => `صورة «${label}»: ${why}.`,
  notDrawn: (why) => `لم ترسم الصورة: ${why}`,
  why: (undrawn) => {
    switch (undrawn.is) {
      case 'damaged':
        return 'تالفة';
      case 'noPicture':
        return 'ليست صورة';
      case 'tooMany':
        return 'الصور كثيرة جدا';
      case 'tooLarge':
        return 'أكبر من 32 ميغابايت';
      case 'pixels':
        return `أكبر من أن ترسم (${undrawn.widthPx} × ${undrawn.heightPx} بكسل)`;
      case 'kind':
        return `لا يمكن رسم ${undrawn.kind}`;
      case 'notHere':
        return 'ليست على هذا الحاسوب';
      case 'file':
        return `ليست صورة بل ملف (${undrawn.mime})`;
    }
  },
  notHere: 'ليس في هذا المستند',
  cutText: (count) => `النص: ${count} من الأحرف أكثر مما يتسع له مستند.`,
  cutFields: (count) => `الحقول والصفوف: ${count} أخرى أكثر مما يتسع له مستند.`,
  noFont: (script, count) => `${script}: ${count} بلا خط.`,
  undrawnRun: (script, count) => `${script}، عدد الأحرف ${count}`,
  ...{ emoji: 'رموز تعبيرية', otherLetters: 'أحرف أخرى' },
  madeOn: (when) => `نسخة محلية صنعها Waybill في ${when}`,
  readOn: (when) => `من بيانات قرئت في ${when}`,
  pageMadeOn: (when) => `صفحة صنعها Waybill في ${when}`,
  timesIn: (zone) => `الأوقات بتوقيت ${zone}`,
  formChanged: 'عدل النموذج بعد هذه الإجابة؛ وهي معروضة كما سئلت.',
  ...{ localCopy: 'نسخة محلية', instead: 'هذه نسخة محلية.', review: 'المراجعة' },
  reviewHint: 'أضافها من راجعوا الإجابة؛ ليست جزءا مما أجيب به.',
  outdated: 'تغيرت الإجابة بعد هذا الحكم.',
  ...{ verdict: 'الحكم', note: 'ملاحظة', tags: 'الوسوم', due: 'موعد الإنجاز', assignee: 'المكلف' },
};

const ALL: Readonly<Record<DocumentLanguage, DocumentWords>> = { en, de, ar };

/** The words of a language; English where none is wished. */
export function wordsOf(language: DocumentLanguage | undefined): DocumentWords {
  return ALL[language ?? 'en'];
}
