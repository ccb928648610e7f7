import { describe, expect, it } from 'vitest';
import { json } from '../../support/hostileServer.ts';
import { failure, serverOfEach } from './support.ts';

const { server, client } = serverOfEach();

describe('reading a file that an answer names', () => {
  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['\uFEFF<?xml version="1.0"?>\n<svg/>', 'text/plain'],
    ['<!-- drawn --><path/>', 'image/svg+xml; charset=utf-8'],
  ])('takes the drawing %s for a file, and keeps the connection', async (drawing, type) => {
    server.answer(json(drawing, 200, { 'content-type': type }));
    const { api, reports } = client(server.origin);
    expect((await api.file(`${server.origin}/files/1.svg`)).ok).toBe(true);
    expect(reports).toEqual([]);
  });

  it.each([
    [json('<html>sign in</html>'), 'http.html'],
    [json('<?xml version="1.0"?><!DOCTYPE html><svg/>'), 'http.html'],
    [json('<HTML>', 200, { 'content-type': 'image/svg+xml' }), 'http.html'],
    [json('', 302, { location: 'https://log-in.example/' }), 'http.redirect'],
  ])(
    'a page or a redirect in the place of one file does not end the connection',
    async (reply, code) => {
      server.answer(reply);
      const { api, reports } = client(server.origin);
      expect((await failure(api.file(`${server.origin}/files/1.png`))).code).toBe(code);
      expect(reports.filter(({ reached }) => !reached)).toEqual([]);
    },
  );
});
