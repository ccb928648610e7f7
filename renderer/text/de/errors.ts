import { fileErrors } from './fileErrors.ts';
import { ownErrors } from './ownErrors.ts';

const untouched = 'Was gelesen wurde, ist noch da, und wartende Änderungen sind unberührt.';
const unchanged = 'Hier wurde nichts geändert.';
const unsent = 'Es wurde nirgendwohin gesendet.';

/** Was misslang, nach dem Kennwort des Fehlers. Was hier fehlt, steht auf Englisch da. */
export const errors = {
  says: (said: string) => `Er sagt: „${said}“`,
  codes: {
    'http.unreachable': { what: 'Der Dienst ist nicht erreichbar.', safe: untouched },
    'http.broken': {
      what: 'Die Verbindung brach ab, bevor die Antwort vollständig war.',
      safe: untouched,
    },
    'http.aborted': { what: 'Die Anfrage wurde abgebrochen.', safe: untouched },
    'http.tooLarge': { what: 'Die Antwort ist größer, als Waybill annimmt.', safe: untouched },
    'http.clockSetBack': {
      what: 'Die Uhr dieses Rechners wurde zurückgestellt, bevor die Antwort kam.',
      safe: untouched,
    },
    'http.html': {
      what: 'Statt Daten kam eine Webseite. Entweder verlangt dieses Netz zuerst eine eigene Anmeldung, oder die Adresse ist nicht die der Schnittstelle des Dienstes.',
      safe: untouched,
    },
    'http.shape': {
      what: 'Die Antwort ist nicht das, was der Dienst hier geben soll.',
      safe: untouched,
    },
    'http.redirect': {
      what: 'Der Dienst schickt an eine andere Adresse weiter, der Waybill nicht folgt. Die Anmeldung wurde dort nicht gezeigt.',
      safe: untouched,
    },
    'http.invalid': { what: 'Der Dienst hat die Eingabe abgelehnt.', safe: untouched },
    'http.denied': { what: 'Der Dienst erlaubt das diesem Konto nicht.', safe: untouched },
    'http.missing': { what: 'Der Dienst kennt diesen Datensatz nicht.', safe: untouched },
    'http.unavailable': { what: 'Der Dienst bietet das nicht an.', safe: untouched },
    'http.conflict': {
      what: 'Der Datensatz ist beim Dienst in einem anderen Zustand.',
      safe: untouched,
    },
    'http.rateLimited': {
      what: 'Der Dienst bittet, vor der nächsten Anfrage zu warten.',
      safe: untouched,
    },
    'http.server': { what: 'Beim Dienst ist ein Fehler aufgetreten.', safe: untouched },
    'http.status': { what: 'Der Dienst hat unerwartet geantwortet.', safe: untouched },
    'session.expired': { what: 'Der Dienst nimmt die Anmeldung nicht mehr an.', safe: untouched },
    'session.refused': {
      what: 'Der Dienst nimmt diese E-Mail-Adresse mit diesem Passwort nicht an.',
      safe: unchanged,
    },
    'session.codeRefused': {
      what: 'Der Dienst nimmt diesen Code nicht an. Codes gelten einmal und kurze Zeit.',
      safe: unchanged,
    },
    'session.tokenRefused': {
      what: 'Der Dienst nimmt dieses Token nicht an. Es kann widerrufen sein oder zu einem anderen Dienst gehören.',
      safe: unchanged,
    },
    'session.tokenMalformed': {
      what: 'Das ist kein Zugriffstoken: Ein Token hat drei Teile mit Punkten dazwischen. Es kann beim Kopieren abgeschnitten worden sein.',
      safe: unsent,
    },
    'session.tokenExpired': {
      what: 'Dieses Token ist abgelaufen. Lassen Sie sich ein neues geben, oder melden Sie sich mit E-Mail und Passwort an.',
      safe: unsent,
    },
    'session.wrongAddress': {
      what: 'An dieser Adresse antwortet etwas, aber nicht die Schnittstelle des Dienstes. Zur Adresse gehört der Pfad der Schnittstelle, oft /api am Ende.',
      safe: unchanged,
    },
    'session.unknownAccount': {
      what: 'Dieses Konto ist nicht auf diesem Rechner.',
      safe: unchanged,
    },
    'account.none': { what: 'Kein Konto ist in Gebrauch.', safe: unchanged },
    ...fileErrors,
    ...ownErrors,
  },
};
