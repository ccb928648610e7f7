/** Titel dessen, was als Ganzes gelesen wird, nach dem Endpunkt, der es gibt. */
export const documents = {
  countVehicles: 'Wie viele Fahrzeuge',
  getMe: 'Wer angemeldet ist',
  getPlanPermissions: 'Berechtigungen des Tarifs',
  getPlatformDomain: 'Domain',
  listCountries: 'Länder',
  listMyThemes: 'Meine Farbschemas',
  getMapApiOptions: 'Kartenoptionen',
  getProvider: 'Anbieter',
  getDigitalFormSetting: 'Digitale Formulare',
  getEcoSpeed: 'Spartempo',
  getExcessiveIdling: 'Langer Leerlauf',
};
