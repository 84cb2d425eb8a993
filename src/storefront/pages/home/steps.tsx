const STEPS = [
  {
    title: 'Collect',
    text: 'Add what you like to My Order. Change quantities whenever you want; it stays in your browser.',
  },
  {
    title: 'Send your dates',
    text: 'Tell us from when to when, and how to reach you. One form, no payment.',
  },
  {
    title: 'Hear from us',
    text: 'Within 24 hours we tell you what is available and the final price.',
  },
] as const;

/** How an enquiry works, in three steps. */
export function Steps() {
  return (
    <section aria-labelledby="steps" className="bg-teal-deep text-white">
      <div className="page py-16 lg:py-24">
        <h2 id="steps" className="font-display text-3xl">
          From here to your set in three steps
        </h2>
        <ol className="mt-10 grid gap-10 md:grid-cols-3 md:gap-12 lg:mt-14">
          {STEPS.map(({ title, text }, index) => (
            <li key={title} className="border-t border-white/40 pt-5">
              <span aria-hidden className="font-display text-4xl">
                {index + 1}
              </span>
              <h3 className="mt-4 text-lg font-semibold">{title}</h3>
              <p className="mt-1.5 max-w-sm text-pretty text-white/85">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
