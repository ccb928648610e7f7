/** Titles of what is read whole, by the endpoint that gives it. */
export const documents = {
  countVehicles: 'How many vehicles',
  getMe: 'Who is signed in',
  getPlanPermissions: 'Permissions of the plan',
  getPlatformDomain: 'Domain',
  listCountries: 'Countries',
  listMyThemes: 'My themes',
  getMapApiOptions: 'Map options',
  getProvider: 'Provider',
  getDigitalFormSetting: 'Digital forms',
  getEcoSpeed: 'Eco-speed',
  getExcessiveIdling: 'Excessive idling',
} as const;
