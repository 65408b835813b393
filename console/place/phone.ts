/** Whether the window is as narrow as a phone. The width is that of `phone.css`. */
export const phone = matchMedia('screen and (max-width: 760px)');
