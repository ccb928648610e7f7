/** عناوين ما يُقرأ كاملًا، بحسب نقطة الخدمة التي تعطيه. */
export const documents = {
  countVehicles: 'عدد المركبات',
  getMe: 'من سجّل الدخول',
  getPlanPermissions: 'أذونات الباقة',
  getPlatformDomain: 'النطاق',
  listCountries: 'البلدان',
  listMyThemes: 'مظاهري',
  getMapApiOptions: 'خيارات الخريطة',
  getProvider: 'المزوّد',
  getDigitalFormSetting: 'النماذج الرقمية',
  getEcoSpeed: 'السرعة الاقتصادية',
  getExcessiveIdling: 'دوران المحرك الطويل',
};
