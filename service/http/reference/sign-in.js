/** The strip at the top of the page: signing in with one or two factors, switching the site, signing out. */
import { call } from './requests.js';

const forms = {
  signIn: document.getElementById('sign-in'),
  secondFactor: document.getElementById('second-factor'),
  signedIn: document.getElementById('signed-in'),
};
const problem = document.getElementById('problem');

function show(form) {
  for (const one of Object.values(forms)) one.hidden = one !== form;
  problem.value = '';
}

/** Shows who is signed in, or the form to sign in with. */
export async function showUser() {
  try {
    const { data: user } = await call('GET', '/user');
    const { name, site } = forms.signedIn.elements;
    name.value = user.full_name;
    site.replaceChildren(
      ...user.sites.map((one) => new Option(one.name, one.id, false, one.id === user.current_site_id)),
    );
    show(forms.signedIn);
  } catch (error) {
    show(forms.signIn);
    if (error.status !== 401) problem.value = error.message;
  }
}

/** Does what a form is for when it is sent, and says what went wrong. */
function onSubmit(form, act) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    problem.value = '';
    try {
      await act(form.elements);
    } catch (error) {
      problem.value = error.message;
    }
  });
}

onSubmit(forms.signIn, async ({ email, password }) => {
  const { two_factor: twoFactor } = await call('POST', '/auth/login', {
    email: email.value,
    password: password.value,
  });
  forms.signIn.reset();
  if (twoFactor) show(forms.secondFactor);
  else await showUser();
});

onSubmit(forms.secondFactor, async ({ code }) => {
  const kind = code.value.includes('-') ? 'recovery_code' : 'code';
  await call('POST', '/auth/two-factor-challenge', { [kind]: code.value });
  forms.secondFactor.reset();
  await showUser();
});

onSubmit(forms.signedIn, async () => {
  await call('POST', '/auth/logout');
  await showUser();
});

forms.signedIn.elements.site.addEventListener('change', async ({ target }) => {
  try {
    await call('PATCH', '/user/site', { site_id: Number(target.value) });
  } catch (error) {
    problem.value = error.message;
  }
});
