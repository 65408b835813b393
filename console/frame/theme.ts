/** Light or dark: the device's setting, unless the user chose. Stored in this browser. */
export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const key = 'millwright.theme';

export function chosenTheme(): Theme {
  const kept = localStorage.getItem(key);
  return themes.find((one) => one === kept) ?? 'auto';
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(key, theme);
  applyTheme();
}

export function applyTheme(): void {
  document.documentElement.dataset.theme = chosenTheme();
}
