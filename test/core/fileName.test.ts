import { describe, expect, test } from 'vitest';
import { safeFileName } from '../../electron/core/fileName.ts';
import { escape } from '../../electron/core/html.ts';

describe('text as HTML', () => {
  test('escaping covers content and attributes', () => {
    expect(escape(`<a href="x" title='y'>&</a>\u0000`)).toBe(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;\ufffd',
    );
  });
});

describe('names of exported files', () => {
  test.each([
    [['Pre-trip check', '2026-03-04', 'A-1'], 'Pre-trip check 2026-03-04 A-1.pdf'],
    [['../../etc/passwd', '', 'x'], 'etc passwd x.pdf'],
    [['a<b>:"/\\|?*c', 'x'], 'a b c x.pdf'],
    [['CON'], '_CON.pdf'],
    [['nul.txt'], '_nul.txt.pdf'],
    [['LPT¹'], '_LPT¹.pdf'],
    [['com³.txt'], '_com³.txt.pdf'],
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
