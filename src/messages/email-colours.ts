/** Colours of an e-mail. Mail programs know no variables, so each is written at its place. */
export interface EmailColours {
  ground: string;
  ink: string;
  quiet: string;
  rule: string;
  button: string;
  buttonInk: string;
}

/** Contrast to the ground at least 4.5 to 1, as of the button's words. */
export const LIGHT_COLOURS: EmailColours = {
  ground: '#faf8f4',
  ink: '#221e1a',
  quiet: '#645d55',
  rule: '#dfd9cf',
  button: '#00726f',
  buttonInk: '#ffffff',
};

/** For mail programs in dark mode. */
export const DARK_COLOURS: EmailColours = {
  ground: '#1b1917',
  ink: '#f2eee8',
  quiet: '#b8b0a6',
  rule: '#413c37',
  button: '#00726f',
  buttonInk: '#ffffff',
};

/**
 * Rules that put the dark colours in place of the light ones, for mail programs that know the visitor's choice; others
 * turn the colours round by themselves.
 */
export const DARK_RULES = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background-color:${DARK_COLOURS.ground} !important}
.ink{color:${DARK_COLOURS.ink} !important}
.quiet{color:${DARK_COLOURS.quiet} !important}
.rule{border-color:${DARK_COLOURS.rule} !important}
}`;
