import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { describe, expect, test } from 'vitest';
import { ownFiles } from '../../build/ownFiles.ts';
import { safeFileName } from '../../electron/core/fileName.ts';
import { cssString } from '../../electron/core/forms/style.ts';
import { escape } from '../../electron/core/html.ts';
import { printAnswer } from '../../electron/core/forms/template.ts';
import { layoutAnswer } from '../../shared/rules/formLayout.ts';
import { complexAnswer, complexForm, picture } from '../support/answers.ts';

const OPTIONS = {
  timeZone: 'Europe/Amsterdam',
  locale: 'en-GB',
  readAt: Date.UTC(2026, 2, 6, 8),
  printedAt: Date.UTC(2026, 2, 6, 9),
};

async function documentOf(answer: unknown, form: unknown = null): Promise<string> {
  const layout = layoutAnswer(JSON.stringify(answer), JSON.stringify(form));
  if (layout === null) throw new Error('The answer was not laid out.');
  return printAnswer(layout, OPTIONS);
}

/** The document without its fonts, which are long. */
function withoutFonts(html: string): string {
  return html.replaceAll(/@font-face\{[^}]*\}/g, '');
}

const ATTACKS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'><iframe src='https://evil.example'>",
  '</style><script>alert(1)</script>',
  '</title><meta http-equiv="refresh" content="0;url=https://evil.example">',
  '"}@import url(https://evil.example/x.css);{"',
  'javascript:alert(1)',
  '\u0000<b>\u0007',
];

/** All that the template itself writes. */
const TAGS = [
  ...['head', 'body', 'html', 'header', 'main', 'section', 'div', 'p', 'br', 'h1', 'h2', 'h3'],
  ...['h4', 'strong', 'span', 'bdi', 'dl', 'dt', 'dd', 'table', 'thead', 'tbody', 'tr', 'th'],
  ...['td', 'ul', 'li'],
];
const ATTRIBUTES = ['class', 'dir', 'scope'];

describe('the printed answer', () => {
  test('text of a tenant never becomes markup, style or an address to load from', async () => {
    for (const attack of ATTACKS) {
      const html = withoutFonts(
        await documentOf(
          {
            id: attack,
            createdAt: attack,
            vehicle: { id: attack, regNo: attack },
            location: { lat: 1, lng: 2, address: attack },
            [attack]: attack,
            link: `https://evil.example/${attack}`,
            photo: `data:image/png;base64,${attack}`,
            signature: `M0 0 ${attack}`,
            rows: [{ [attack]: attack }, { [attack]: { deep: attack } }],
            pairs: [{ key: attack, label: attack, type: attack, value: attack, unit: attack }],
          },
          { name: attack, fields: [{ key: 'link', label: attack, type: attack }] },
        ),
      );
      expect(html.match(/<\/?style>/g)).toEqual(['<style>', '</style>']);
      const [, style = '', body = ''] = /<style>(.*)<\/style>(.*)$/s.exec(html) ?? [];
      expect(style).not.toMatch(/@import|url\(|https?:/);
      // Outside of quoted values, tags hold nothing but these names.
      const tags = [...body.matchAll(/<\/?([a-z0-9]+)([^<>]*)>/gi)];
      for (const [tag, name = '', attributes = ''] of tags) {
        expect(TAGS, tag).toContain(name);
        const names = attributes.replaceAll(/="[^"<>]*"/g, '').trim();
        for (const attribute of names === '' ? [] : names.split(/\s+/)) {
          expect(ATTRIBUTES, tag).toContain(attribute);
        }
      }
      expect(body.replaceAll(/<\/?[a-z0-9]+[^<>]*>/gi, '')).not.toMatch(/[<>]/);
    }
  });

  test('the document allows itself neither scripts nor addresses', async () => {
    const html = await documentOf(complexAnswer, complexForm);
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1];
    expect(policy).toBe(
      "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'",
    );
    expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<style>'));
    const addresses = [...html.matchAll(/(?:src=["']|url\()([^"')]*)/g)].map((match) => match[1]);
    expect(addresses.filter((address) => address?.startsWith('data:') !== true)).toEqual([]);
    expect(html).toContain('<title>Accident report – Answer A-2002</title>');
    expect(html).toContain('lang="en-GB"');
  });

  test('a document carries the fonts of the scripts that it uses, and no others', async () => {
    const families = (html: string): string[] =>
      [...html.matchAll(/@font-face\{font-family:"([^"]+)";font-weight:400/g)].map(
        (match) => match[1] ?? '',
      );
    expect(families(await documentOf({ a: 'plain' }))).toEqual(['Inter']);
    expect(families(await documentOf({ a: 'ส่งแล้ว' }))).toEqual(['Inter', 'Noto Thai']);
    expect(new Set(families(await documentOf(complexAnswer)))).toEqual(
      new Set(['Inter', 'Noto Arabic', 'Noto Hebrew', 'Noto Thai', 'Noto Devanagari']),
    );
  });

  test('text of any direction keeps its own', async () => {
    const html = await documentOf({ وصف: 'تم', rows: [{ عمود: 'قيمة' }] });
    expect(html).toContain('<dt dir="auto">وصف</dt><dd dir="auto"><bdi>تم</bdi></dd>');
    expect(html).toContain('<th scope="col" dir="auto">عمود</th>');
    expect(html).toContain('<td dir="auto"><bdi>قيمة</bdi></td>');
  });

  test('pictures, signatures, places, tables and small facts have their place', async () => {
    const html = await documentOf(complexAnswer, complexForm);
    expect(html.match(/<figure><img/g)).toHaveLength(3);
    expect(html.match(/<figure class="signature">/g)).toHaveLength(2);
    expect(html).toContain(
      '<bdi>Quay 3, East Dock</bdi><br><span dir="ltr">52.10342, 4.27655</span>',
    );
    expect(html).toContain('<th scope="col" dir="auto" class="number">Cost</th>');
    expect(html).toContain('<bdi>Rain</bdi>, <bdi>Dark</bdi>');
    expect(html).toContain('<time datetime="2026-03-05T16:20:00Z">5 Mar 2026, 17:20</time>');
    const one = await documentOf({ photo: picture(2, 2, () => [1, 2, 3]), signature: 'M0 0L5 5' });
    expect(one).toContain('<div class="pictures one">');
    expect(one).toContain('<path d="M0 0L5 5"/>');
  });

  test('every page says that it is a local copy, and of which answer', async () => {
    const html = await documentOf({ id: 'A-1"\\</style>' });
    expect(html).toContain('@bottom-left{content:"Waybill \\b7  local copy"');
    expect(html).toContain(`@bottom-center{content:${cssString('Answer A-1"\\</style>')}`);
    expect(cssString('a"\\<é')).toBe('"a\\22 \\5c \\3c \\e9 "');
    expect(html).toContain('counter(page) " / " counter(pages)');
    expect(html).toContain('Local copy made by Waybill on 6 Mar 2026, 10:00');
    expect(html).toContain('from data read on 6 Mar 2026, 09:00');
  });

  test('escaping covers content and attributes', () => {
    expect(escape(`<a href="x" title='y'>&</a>\u0000`)).toBe(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;\ufffd',
    );
  });

  test('the bundler brings the font files along', async () => {
    const outDir = await mkdtemp(path.join(os.tmpdir(), 'waybill-fonts-'));
    try {
      const root = path.resolve(import.meta.dirname, '../..');
      await build({
        root,
        configFile: false,
        logLevel: 'silent',
        plugins: [ownFiles(root)],
        build: {
          ssr: path.join(root, 'electron/core/forms/fonts.ts'),
          outDir,
          emptyOutDir: true,
          rolldownOptions: { output: { entryFileNames: '[name].js' } },
        },
      });
      const files = await readdir(outDir);
      expect(files.filter((name) => name.endsWith('.woff2')).length).toBe(20);
      const code = await readFile(path.join(outDir, 'fonts.js'), 'utf8');
      expect(code).not.toContain('node_modules/');
      const named = [...code.matchAll(/new URL\((["'`])\.\/([^"'`]+)\1/g)].map((match) => match[2]);
      expect(named.filter((name) => name === undefined || !files.includes(name))).toEqual([]);
      expect(named.length).toBe(20);
    } finally {
      await rm(outDir, { recursive: true, force: true });
    }
  });
});

describe('names of exported files', () => {
  test.each([
    [['Pre-trip check', '2026-03-04', 'A-1'], 'Pre-trip check 2026-03-04 A-1.pdf'],
    [['../../etc/passwd', '', 'x'], 'etc passwd x.pdf'],
    [['a<b>:"/\\|?*c', 'x'], 'a b c x.pdf'],
    [['CON'], '_CON.pdf'],
    [['nul.txt'], '_nul.txt.pdf'],
    [['... '], 'Answer.pdf'],
    [['\u202efdp.exe'], 'fdp.exe.pdf'],
    [['บันทึก', '7'], 'บันทึก 7.pdf'],
  ])('%j gives %s', (parts, name) => {
    expect(safeFileName(parts, 'pdf', 'Answer')).toBe(name);
  });

  test('long names are cut by bytes, between characters', () => {
    const name = safeFileName(['ข'.repeat(300)], 'pdf', 'Answer');
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
    expect(name).toBe(`${'ข'.repeat(60)}.pdf`);
  });
});
