import type { DocumentLanguage } from './documentLanguages.ts';

/**
 * What the members of an answer that the interface names are called, in the desk and in documents; what a
 * form calls them itself goes before. Arabic without the signs of short vowels: readers of PDF give them
 * back in other places.
 */

type Names = Readonly<Record<string, string>>;

const en: Names = {
  ...{ vehicle: 'Vehicle', vehicleId: 'Vehicle id', driver: 'Driver', driverId: 'Driver id' },
  ...{ user: 'User', createdAt: 'Created at', startedAt: 'Started at' },
  ...{ completedAt: 'Completed at', submittedAt: 'Submitted at', location: 'Location' },
  ...{ status: 'Status', updatedAt: 'Updated at', formName: 'Form name', formId: 'Form id' },
  ...{ id: 'Id', accuracy: 'Accuracy', altitude: 'Altitude', takenAt: 'Taken at' },
  ...{ email: 'Email', phone: 'Phone' },
};

const de: Names = {
  ...{ vehicle: 'Fahrzeug', vehicleId: 'Fahrzeugnummer', driver: 'Fahrer' },
  ...{ driverId: 'Fahrernummer', user: 'Benutzer', createdAt: 'Angelegt' },
  ...{ startedAt: 'Begonnen', completedAt: 'Abgeschlossen', submittedAt: 'Eingereicht' },
  ...{ location: 'Ort', status: 'Zustand', updatedAt: 'Geändert', formName: 'Formular' },
  formId: 'Formularnummer',
  ...{ id: 'Nummer', accuracy: 'Genauigkeit', altitude: 'Höhe', takenAt: 'Aufgenommen' },
  ...{ email: 'E-Mail', phone: 'Telefon' },
};

const ar: Names = {
  ...{ vehicle: 'المركبة', vehicleId: 'رقم المركبة', driver: 'السائق', driverId: 'رقم السائق' },
  ...{ user: 'المستخدم', createdAt: 'أنشئت', startedAt: 'بدأت', completedAt: 'اكتملت' },
  ...{ submittedAt: 'قدمت', location: 'المكان', status: 'الحالة', updatedAt: 'عدلت' },
  ...{ formName: 'النموذج', formId: 'رقم النموذج' },
  ...{ id: 'الرقم', accuracy: 'الدقة', altitude: 'الارتفاع', takenAt: 'التقطت' },
  ...{ email: 'البريد', phone: 'الهاتف' },
};

const ALL: Readonly<Record<DocumentLanguage, Names>> = { en, de, ar };

/** What a label is called in a language; the form's own word and unknown members stay. */
export function headLabel(language: DocumentLanguage, key: string | null, label: string): string {
  if (key === null || en[key] !== label) return label;
  return ALL[language][key] ?? label;
}
