import { safely } from '../fill.ts';
import { fileErrors } from './fileErrors.ts';
import { ownErrors } from './ownErrors.ts';

/** Was misslang, nach dem Kennwort des Fehlers. Was hier fehlt, steht auf Englisch da. */
export const errors = {
  says: (said: string) => `Er sagt: „${said}“`,
  codes: {
    ...safely('Was gelesen wurde, ist noch da, und wartende Änderungen sind unberührt.', {
      'http.unreachable': 'Der Dienst ist nicht erreichbar.',
      'http.broken': 'Die Verbindung brach ab, bevor die Antwort vollständig war.',
      'http.aborted': 'Die Anfrage wurde abgebrochen.',
      'http.tooLarge': 'Die Antwort ist größer, als Waybill annimmt.',
      'http.clockSetBack': 'Die Uhr dieses Rechners wurde zurückgestellt, bevor die Antwort kam.',
      'http.html':
        'Statt Daten kam eine Webseite. Entweder verlangt dieses Netz zuerst eine eigene Anmeldung, oder die Adresse ist nicht die der Schnittstelle des Dienstes.',
      'http.shape': 'Die Antwort ist nicht das, was der Dienst hier geben soll.',
      'http.redirect':
        'Der Dienst schickt an eine andere Adresse weiter, der Waybill nicht folgt. Die Anmeldung wurde dort nicht gezeigt.',
      'http.invalid': 'Der Dienst hat die Eingabe abgelehnt.',
      'http.denied': 'Der Dienst erlaubt das diesem Konto nicht.',
      'http.missing': 'Der Dienst kennt diesen Datensatz nicht.',
      'http.unavailable': 'Der Dienst bietet das nicht an.',
      'http.conflict': 'Der Datensatz ist beim Dienst in einem anderen Zustand.',
      'http.locked': 'Der Datensatz ist beim Dienst gesperrt.',
      'http.refused': 'Der Dienst hat das abgelehnt.',
      'http.rateLimited': 'Der Dienst bittet, vor der nächsten Anfrage zu warten.',
      'http.server': 'Beim Dienst ist ein Fehler aufgetreten.',
      'http.status': 'Der Dienst hat unerwartet geantwortet.',
      'session.expired': 'Der Dienst nimmt die Anmeldung nicht mehr an.',
    }),
    ...safely('Hier wurde nichts geändert.', {
      'session.refused': 'Der Dienst nimmt diese E-Mail-Adresse mit diesem Passwort nicht an.',
      'session.codeRefused':
        'Der Dienst nimmt diesen Code nicht an. Codes gelten einmal und kurze Zeit.',
      'session.tokenRefused':
        'Der Dienst nimmt dieses Token nicht an. Es kann widerrufen sein oder zu einem anderen Dienst gehören.',
      'session.wrongAddress':
        'An dieser Adresse antwortet etwas, aber nicht die Schnittstelle des Dienstes. Zur Adresse gehört der Pfad der Schnittstelle, oft /api am Ende.',
      'session.unknownAccount': 'Dieses Konto ist nicht auf diesem Rechner.',
      'account.none': 'Kein Konto ist in Gebrauch.',
    }),
    ...safely('Es wurde nirgendwohin gesendet.', {
      'session.tokenMalformed':
        'Das ist kein Zugriffstoken: Ein Token hat drei Teile mit Punkten dazwischen. Es kann beim Kopieren abgeschnitten worden sein.',
      'session.tokenExpired':
        'Dieses Token ist abgelaufen. Lassen Sie sich ein neues geben, oder melden Sie sich mit E-Mail und Passwort an.',
    }),
    ...fileErrors,
    ...ownErrors,
  },
};
