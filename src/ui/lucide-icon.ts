import { createElement, type SVGProps } from 'react';

/** An icon's drawing, as the modules of lucide-react hold it. */
export interface IconData {
  name: string;
  aliases?: string[];
  node: [tag: string, attributes: Record<string, string>][];
}

/** Props of an icon: those of an `<svg>`, and its size in pixels. */
export interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number;
}

/**
 * Makes the component of an icon. vite.config.ts puts it in the place of lucide-react's own, which
 * renders the same for the props that the site uses, by code that is a kilobyte larger.
 */
export default function createIcon({ name, aliases = [], node }: IconData) {
  const base = ['', name, ...aliases].map((one) => (one ? `lucide-${one}` : 'lucide')).join(' ');
  const children = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 24, strokeWidth = 2, className, ...rest }: IconProps) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: className ? `${base} ${className}` : base,
        'aria-hidden': true,
        ...rest,
      },
      children,
    );
}
