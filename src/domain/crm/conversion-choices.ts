import type { CatalogueItem } from '../catalogue/catalogue-results.ts';
import type { ItemKind } from '../catalogue/kinds/kind.ts';
import { isStudioDate, type StudioDate } from '../days.ts';
import { roundRupees } from '../money.ts';
import { rentalLineAmount, type PricedLine } from './lines-total.ts';
import type { ItemLine } from './rental-line.ts';

/** An item to rent instead of another, with what is free on the days of the line. */
export interface SwapItem extends Pick<
  CatalogueItem,
  'kind' | 'id' | 'code' | 'name' | 'price' | 'images'
> {
  /** Null where pieces are not counted. */
  free: number | null;
  of: number | null;
}

/** A solution for a line that is short, besides taking over holds. */
export type Solution =
  | { action: 'swap'; item: SwapItem }
  | { action: 'lower'; quantity: number }
  | { action: 'dates'; from: StudioDate; to: StudioDate; forAll: boolean }
  | { action: 'sub_rental'; quantity: number; supplier: string }
  | { action: 'drop' };

/** The choices for one line. */
export interface LineChoice {
  /** Ids of the enquiries whose holds are taken over. */
  takeOver: readonly string[];
  solution: Solution | null;
}

/** The choices of a conversion, by the id of the enquiry's line. */
export type Choices = Readonly<Record<string, LineChoice>>;

/** No choice yet. */
export const NO_CHOICE: LineChoice = { takeOver: [], solution: null };

/** Whether two choices ask the database for the same. */
export const sameChoice = (a: LineChoice | undefined, b: LineChoice | undefined): boolean =>
  JSON.stringify(a ?? NO_CHOICE) === JSON.stringify(b ?? NO_CHOICE);

/** The item that a line is for after a choice. */
export function itemOf(
  line: ItemLine,
  choice: LineChoice = NO_CHOICE,
): { kind: ItemKind; id: string } {
  if (choice.solution?.action === 'swap') return choice.solution.item;
  return { kind: line.item_type, id: line.item_id };
}

/** Pieces of its item that a line wants after a choice. */
export function piecesOf(
  line: Pick<ItemLine, 'quantity'>,
  { solution }: LineChoice = NO_CHOICE,
): number {
  if (solution?.action === 'drop') return 0;
  return solution?.action === 'lower' ? solution.quantity : line.quantity;
}

/** The dates that one of the choices gives to all lines. */
export function datesOfAll(choices: Choices): { from: StudioDate; to: StudioDate } | null {
  for (const { solution } of Object.values(choices)) {
    if (solution?.action === 'dates' && solution.forAll) return solution;
  }
  return null;
}

/** A line of an enquiry with what it costs. */
type ChosenLine = PricedLine & Pick<ItemLine, 'id'>;

/** The dates of a line after the choices. */
function datesOf(
  line: ChosenLine,
  choices: Choices,
): Pick<PricedLine, 'rental_from' | 'rental_to'> {
  const own = choices[line.id]?.solution;
  const dates = own?.action === 'dates' ? own : datesOfAll(choices);
  return dates ? { rental_from: dates.from, rental_to: dates.to } : line;
}

/** The total of the order that the choices make, in rupees without GST. */
export function totalAfter(lines: readonly ChosenLine[], choices: Choices): number {
  const sums = lines.map((line) => {
    const choice = choices[line.id];
    const price = choice?.solution?.action === 'swap' ? choice.solution.item.price : line.price;
    const { rental_from, rental_to } = datesOf(line, choices);
    const quantity = piecesOf(line, choice);
    return rentalLineAmount({ per_day: line.per_day, price, quantity, rental_from, rental_to });
  });
  return roundRupees(sums.reduce((total, sum) => total + sum, 0));
}

/** Whether the choices leave out every line. */
export function leavesNothing(lines: readonly Pick<ItemLine, 'id'>[], choices: Choices): boolean {
  return lines.every(({ id }) => choices[id]?.solution?.action === 'drop');
}

/** Why two dates are no rental; '' for nothing. */
export function datesProblem(from: string, to: string): string {
  if (!isStudioDate(from) || !isStudioDate(to)) return 'Enter both dates.';
  return to < from ? 'The last day is before the first.' : '';
}

/** Why a choice cannot be sent yet; '' for nothing. */
export function choiceProblem({ solution }: LineChoice, today: StudioDate): string {
  if (solution?.action !== 'dates') return '';
  const { from, to } = solution;
  return datesProblem(from, to) || (from < today ? 'The first day is past.' : '');
}

/** A choice in the words of `convert_enquiry_to_order`. */
export interface ChoiceArgument {
  /** The enquiry's line; without it, all lines. */
  line?: string;
  action: Solution['action'] | 'take_over';
  type?: ItemKind;
  item?: string;
  quantity?: number;
  rental_from?: StudioDate;
  rental_to?: StudioDate;
  reason?: string;
  enquiry?: string;
}

/** The argument `choices` of `convert_enquiry_to_order`: dates of all lines first. */
export function choiceArguments(choices: Choices): ChoiceArgument[] {
  const all = Object.entries(choices).flatMap(([line, { takeOver, solution }]) => [
    ...takeOver.map((enquiry): ChoiceArgument => ({ line, action: 'take_over', enquiry })),
    ...(solution ? [argumentOf(line, solution)] : []),
  ]);
  return all.toSorted((a, b) => Number(Boolean(a.line)) - Number(Boolean(b.line)));
}

function argumentOf(line: string, solution: Solution): ChoiceArgument {
  const { action } = solution;
  switch (action) {
    case 'swap':
      return { line, action, type: solution.item.kind, item: solution.item.id };
    case 'lower':
      return { line, action, quantity: solution.quantity };
    case 'dates': {
      const dates = { rental_from: solution.from, rental_to: solution.to };
      return solution.forAll ? { action, ...dates } : { line, action, ...dates };
    }
    case 'sub_rental': {
      const reason = solution.supplier.trim();
      return { line, action, quantity: solution.quantity, ...(reason ? { reason } : {}) };
    }
    case 'drop':
      return { line, action };
  }
}
