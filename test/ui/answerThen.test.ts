import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Output } from '../../shared/ipc/contract.ts';
import { fail, ok } from '../../shared/result.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { goTo } from '../support/tour.ts';

/** An answer as it was asked, one that was changed since, and one that could not be read, on the desk. */

const CHECK = '600001';
const NOTE = 'The form was changed after this answer; it is shown as it was asked.';

let desk: TestDesk;
beforeAll(async () => {
  desk = await openDesk({ vehicles: 5, map: false, at: `#/answers/${CHECK}` });
  await desk.page.locator('article .sheet').getByText('Signature of the driver').first().waitFor();
});
afterAll(() => desk.close());

test('a form that changed leaves an earlier answer as it was asked, and the desk says so', async () => {
  const { core } = desk.host;
  const real = core.call.bind(core);
  const spy = vi.spyOn(core, 'call').mockImplementation(async (name: string, input: unknown) => {
    const answered = await real(name, input);
    if (name !== 'answers.form' || !answered.ok) return answered;
    const { json } = answered.value as Output<'answers.form'>;
    const then = json?.replace('Signature of the driver', 'Seal of the owner') ?? null;
    return ok({ json: then, changed: true });
  });
  onTestFinished(() => spy.mockRestore());
  for (const at of [`#/review/${CHECK}`, `#/answers/${CHECK}`]) {
    await goTo(desk.page, at);
    await desk.page.getByText(NOTE).waitFor();
    const sheet = desk.page.locator('article .sheet');
    await sheet.getByText('Seal of the owner').first().waitFor();
    expect(await sheet.getByText('Signature of the driver').count()).toBe(0);
  }
});

test('an answer that was changed after its verdict says so in the list and beside the verdict', async () => {
  const { core } = desk.host;
  const judged = await core.call('review.judge', { answerIds: [CHECK], state: 'approved' });
  expect(judged.ok).toBe(true);
  const real = core.call.bind(core);
  // The embedded service changes no answer.
  const spy = vi.spyOn(core, 'call').mockImplementation(async (name: string, input: unknown) => {
    const answered = await real(name, input);
    if (name !== 'answers.window' && name !== 'review.get') return answered;
    const text = JSON.stringify(answered).replaceAll('"isOutdated":false', '"isOutdated":true');
    return JSON.parse(text) as typeof answered;
  });
  onTestFinished(() => spy.mockRestore());
  await goTo(desk.page, '#/review');
  await goTo(desk.page, `#/review/${CHECK}`);
  const said = 'The answer was changed after this verdict.';
  await desk.page.locator('main article').getByText(said).waitFor();
  await desk.page.getByRole('img', { name: 'Changed since the verdict' }).first().waitFor();
});

test('an answer that could not be read says why and can be tried again; it is not said to be missing', async () => {
  const { core } = desk.host;
  const real = core.call.bind(core);
  let broken = true;
  const spy = vi.spyOn(core, 'call').mockImplementation(async (name: string, input: unknown) => {
    if (!broken || name !== 'records.read') return real(name, input);
    const message = 'The disk could not be read.';
    return fail({ kind: 'local', code: 'disk.unread', message, next: 'retry' });
  });
  onTestFinished(() => spy.mockRestore());
  await goTo(desk.page, '#/review');
  await goTo(desk.page, `#/review/${CHECK}`);
  const pane = desk.page.locator('main article');
  await pane.getByText('The disk could not be read.').waitFor();
  expect(await pane.getByText('This answer is not on this computer').count()).toBe(0);
  broken = false;
  await pane.getByRole('button', { name: 'Try again' }).click();
  await pane.getByText('Signature of the driver').first().waitFor();
});
