/** What is told of each wrong field of the bodies of sign-in, word for word. */
import { expect } from 'chai';
import { serveDemo } from '../../harness/service.ts';

describe('bodies of sign-in', () => {
  const { service, manager } = serveDemo(['manager']);

  const required = (field: string) => `The field “${field}” is required.`;
  const refused: [string, string, unknown, Record<string, string>][] = [
    [
      'POST',
      '/auth/login',
      { email: '', password: 5, remember: 1 },
      {
        email: required('email'),
        password: 'The field “password” must be a text.',
        remember: 'The field “remember” must be true or false.',
      },
    ],
    ['POST', '/auth/login', {}, { email: required('email'), password: required('password') }],
    [
      'POST',
      '/auth/login',
      { email: 'x'.repeat(4097), password: 'x', remember: '', else: 1 },
      {
        else: 'There is no field “else” here. Allowed: email, password, remember.',
        email: 'The field “email” must not be longer than 4096 characters.',
        remember: 'The field “remember” must be true or false.',
      },
    ],
    ['PATCH', '/user/site', { site_id: 0 }, { site_id: 'The field “site_id” must be a positive integer.' }],
    [
      'PATCH',
      '/user/site',
      { site_id: 2 ** 53 },
      { site_id: 'The field “site_id” must be a positive integer.' },
    ],
    ['PATCH', '/user/locale', {}, { locale: required('locale') }],
    ['PATCH', '/user/locale', { locale: ['en'] }, { locale: 'The field “locale” must be a text.' }],
    [
      'PATCH',
      '/user/locale',
      { locale: 'xx' },
      { locale: 'This language is not available. Choose one of: en, fr.' },
    ],
    [
      'PUT',
      '/user/password',
      { current_password: '', password: 'x'.repeat(73), password_confirmation: null },
      {
        current_password: required('current_password'),
        password: 'The password must have at most 72 bytes; letters with accents count for more than one.',
        password_confirmation: 'The field “password_confirmation” must be a text.',
      },
    ],
    ['POST', '/user/two-factor', { password: '' }, { password: required('password') }],
    ['POST', '/user/two-factor/confirm', { code: 123456 }, { code: 'The field “code” must be a text.' }],
    ['DELETE', '/user/two-factor', [], { body: 'The body must be a JSON object.' }],
  ];
  for (const [method, path, body, errors] of refused) {
    it(`are refused for ${method} ${path} with ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const reply = await manager.send(method, path, body);
      expect(reply.status, reply.text).to.equal(422);
      expect(reply.body.errors).to.deep.equal(
        Object.fromEntries(Object.entries(errors).map(([field, said]) => [field, [said]])),
      );
    });
  }

  it('have no dry run: it is refused, and nothing is done', async () => {
    const change = {
      current_password: 'password',
      password: 'correct horse 7',
      password_confirmation: 'correct horse 7',
    };
    const writes: [string, string, unknown][] = [
      ['PUT', '/user/password', change],
      ['PATCH', '/user/site', { site_id: 3 }],
      ['PATCH', '/user/locale', { locale: 'fr' }],
      ['POST', '/user/two-factor', { password: 'password' }],
      ['POST', '/auth/logout', undefined],
      ['DELETE', '/user/sessions/none', undefined],
    ];
    const before = (await manager.get('/user')).body;
    for (const [method, path, body] of writes) {
      const reply = await manager.send(method, path, body, { Prefer: 'respond-async, Dry-Run' });
      expect([reply.status, Object.keys(reply.body.errors ?? {})], path).to.deep.equal([422, ['Prefer']]);
    }
    expect((await manager.get('/user')).body).to.deep.equal(before);
    expect((await service.signedIn('manager@demo.test')).cookies.size).to.be.above(0);
  });
});
