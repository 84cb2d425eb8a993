import { createElement, type ReactElement, type SVGProps } from 'react';

export interface IconProps extends SVGProps<SVGSVGElement> {
  /** Width and height in pixels. */
  size?: number;
}

/**
 * Makes the component of an icon; scripts/lucide-icons.ts puts it in the place of lucide-react's own, which draws the
 * same with five times the markup. What all icons have in common is in base.css (`.icon`).
 * @param drawing its shapes as SVG, on a field of 24 × 24
 */
export default function createIcon(drawing: string): (props: IconProps) => ReactElement {
  const shapes = { __html: drawing };
  return ({ size = 24, className, ...rest }) =>
    createElement('svg', {
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      className: className ? `icon ${className}` : 'icon',
      'aria-hidden': true,
      ...rest,
      dangerouslySetInnerHTML: shapes,
    });
}
