import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { text } from '../../renderer/text/en.ts';
import { words as arabic } from '../../renderer/text/ar.ts';
import { words as german } from '../../renderer/text/de.ts';
import { fill } from '../../renderer/text/fill.ts';
import { languageOf } from '../../renderer/text/languages.ts';
import { numberOf, pluralOf } from '../../renderer/text/plural.ts';
import { fieldName } from '../../shared/rules/fieldNames.ts';

describe('the language of the desk', () => {
  it('is the chosen one, else the first of the system’s that it speaks, else English', () => {
    expect(languageOf('de', ['en-GB'])).toBe('de');
    expect(languageOf('en', ['de-DE'])).toBe('en');
    expect(languageOf('system', ['fr-FR', 'de-AT', 'en'])).toBe('de');
    expect(languageOf('system', ['DE'])).toBe('de');
    expect(languageOf('system', ['fr-FR'])).toBe('en');
    expect(languageOf('system', [])).toBe('en');
  });

  it('is put over English in place, and what it lacks stays English', () => {
    const ship = { act: { close: 'Close', save: 'Save' }, days: ['Mon', 'Tue'], one: () => 'one' };
    const { act } = ship;
    fill(ship, { act: { save: 'Speichern' }, days: ['Mo', 'Di'], one: () => 'eins' });
    expect(act).toEqual({ close: 'Close', save: 'Speichern' });
    expect([ship.act === act, ship.days, ship.one()]).toEqual([true, ['Mo', 'Di'], 'eins']);
  });
});

describe('plurals', () => {
  it('tells days in German in one case as a stretch of time and in another as an age', () => {
    const { days, daysAgo } = german.units;
    expect(['1', '2,6'].map(days)).toEqual(['1 Tag', '2,6 Tage']);
    expect(['1', '3'].map(daysAgo)).toEqual(['vor 1 Tag', 'vor 3 Tagen']);
    expect(german.fuel.reasons.due(days('4,7'), days('2,6'))).toBe(
      'Tankte 4,7 Tage davor, sonst alle 2,6 Tage',
    );
  });

  it('of people stand in Arabic in the case that the sentence asks for', () => {
    const { records } = arabic;
    const { driver, user, reseller, vehicle } = arabic.entities;
    expect([driver, user, reseller].map(records.search)).toEqual([
      'البحث في السائقين',
      'البحث في المستخدمين',
      'البحث في الموزعين',
    ]);
    expect(records.search(vehicle)).toBe('البحث في المركبات');
    expect(records.none(driver)).toBe('لا يوجد هنا شيء من السائقين');
    expect(records.form.searchRecord(user)).toContain('المستخدمين');
    // What is counted may be of either gender: no verb agrees with both.
    expect(records.match()).toBe('بحسب التصفية');
  });

  it('of one, and of a few, are none of many', () => {
    expect(text.review.transfer.fresh(1, 1)).toBe('1 thing comes in, about 1 answer.');
    expect(text.review.add.found('1', '1')).toBe('1 id, which is here.');
    expect(text.review.add.found('2', '1')).toBe('2 ids, 1 of them is here.');
    expect(text.review.collect.done('1')).toBe('1 answer is here');
    expect(german.review.add.found('1', '0')).toBe('1 Nummer, sie ist nicht hier.');
    expect(german.packs.failed('1')).toBe('1 war nicht zu haben');
    expect(arabic.vehicles.selection.ask.archive('103')).toBe('أرشفة 103 مركبات؟');
    expect(arabic.ground.region.partly('2', '4')).toBe('2 من 4 بلاطات هنا');
  });

  it('have the forms of their language, six in Arabic', () => {
    const forms = { zero: '0', one: '1', two: '2', few: 'few', many: 'many', other: 'other' };
    const arabic = pluralOf('ar');
    const counts = [0, 1, 2, 3, 10, 11, 99, 100, '1,003', '1.204'];
    const said = ['0', '1', '2', 'few', 'few', 'many', 'many', 'other', 'few', 'few'];
    expect(counts.map((count) => arabic(count, forms))).toEqual(said);
    expect(pluralOf('de')(1, { one: 'eins', other: 'mehr' })).toBe('eins');
    expect(pluralOf('de')(0, { one: 'eins', other: 'mehr' })).toBe('mehr');
    expect(numberOf('12,345')).toBe(12_345);
  });
});

/** The names of all functions and strings below an object. */
function leaves(words: object, at = ''): string[] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? leaves(value, `${at}${key}.`)
      : [`${at}${key}`],
  );
}

describe('every other language', () => {
  const folder = path.join(import.meta.dirname, '../../renderer/text');

  it('has the files of the English one, and no key that English lacks', () => {
    expect(readdirSync(path.join(folder, 'de'))).toEqual(readdirSync(path.join(folder, 'en')));
    const english = new Set(leaves(text));
    expect(leaves(german).filter((key) => !english.has(key))).toEqual([]);
  });

  it.each([
    ['German', german],
    ['Arabic', arabic],
  ])('%s lacks no word of the English one', (_, words) => {
    const said = new Set(leaves(words));
    expect(leaves(text).filter((key) => !said.has(key))).toEqual([]);
  });

  it('has lists as long as the English ones', () => {
    expect(german.review.sheet.columns).toHaveLength(text.review.sheet.columns.length);
    expect(german.reports.schedule.weekdays).toHaveLength(7);
  });

  it('is not loaded by whoever does not read it', () => {
    const here = readFileSync(path.join(folder, 'use.ts'), 'utf8');
    expect(here).not.toMatch(/^import .*'\.\/(de|ar)\.ts'/m);
  });
});

/** Other names of things that have one, by the glossary; Arabic ones without the marks of vowels. */
const OTHER_NAMES: Readonly<Record<string, readonly RegExp[]>> = {
  de: [
    // zuweisen
    /zu(ge|zu)?ordn/i,
    /ordnen Tankvorgänge zu/,
    // Gebiet; only what the map shows just now is its Ausschnitt
    /(?<!Im Karten)ausschnitt/i,
    // einlesen
    /herein(zu|ge)?hol/i,
    /hole?n? [^.]*herein/i,
    // ausgeben
    /exportier/i,
  ],
  ar: [
    // عملية تعبئة
    /معاملة|معاملات وقود/,
    // مستشعر
    /حساس/,
    // تعيين
    /(?<!م)خصص|أسند|إسناد/,
    // إقليم; منطقة is an area
    /(منطقة|مناطق) (من )?الخريطة|مناطق منه|منطقة أصغر|الخريطة أو المنطقة/,
    // بلاطة
    /مربع/,
    // مضمنة
    /مدمجة/,
    // مؤسسة
    /مستأجر/,
    // Numbers are written as the desk formats them.
    /[٠-٩٬]/,
  ],
};
const VOWELS = /[\u064B-\u0652]/g;

describe('words of the trade', () => {
  const folder = path.join(import.meta.dirname, '../../renderer/text');

  it.each(Object.keys(OTHER_NAMES))('are one for one thing in each language: %s', (language) => {
    const found = readdirSync(path.join(folder, language)).flatMap((file) => {
      const lines = readFileSync(path.join(folder, language, file), 'utf8').split('\n');
      return lines.filter((line) => {
        const plain = line.replace(VOWELS, '');
        return (OTHER_NAMES[language] ?? []).some((other) => other.test(plain));
      });
    });
    expect(found).toEqual([]);
  });
});

describe('names of fields', () => {
  it('are the same in the desk’s English as in exported files', () => {
    for (const [key, name] of Object.entries(text.fields)) {
      const [endpoint, field] = key.includes('.') ? key.split('.') : ['other', key];
      expect([key, fieldName(endpoint ?? '', field ?? '')]).toEqual([key, name]);
    }
  });
});
