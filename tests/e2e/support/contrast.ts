import type { Locator } from '@playwright/test';

/**
 * The contrast of an element's text with its background by WCAG 2: 1 to 21, at least 4.5 for AA. For
 * controls that cannot be used, which axe leaves out.
 */
export function contrastOf(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')!;
    const luminance = (colour: string) => {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data]
        .map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    let behind: Element | null = element;
    const background = () => (behind ? getComputedStyle(behind).backgroundColor : 'white');
    while (background() === 'rgba(0, 0, 0, 0)') behind = behind?.parentElement ?? null;
    const [lighter = 1, darker = 0] = [
      luminance(getComputedStyle(element).color),
      luminance(background()),
    ].toSorted((one, other) => other - one);
    return (lighter + 0.05) / (darker + 0.05);
  });
}
