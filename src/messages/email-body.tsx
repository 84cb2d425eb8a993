import { Fragment, type CSSProperties, type ReactNode } from 'react';
import type { EmailColours } from './email-colours.ts';
import type { MessageFact } from './message-facts.ts';
import type { MessageParts } from './message-parts.ts';

export interface EmailBodyProps {
  parts: MessageParts;
  colours: EmailColours;
  /** Colour of the button as the studio chose it; empty: the site's. */
  accent: string;
}

const SANS = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SERIF = "Georgia,'Times New Roman',serif";

const PARAGRAPH: CSSProperties = { margin: '0 0 16px', fontSize: '16px', lineHeight: '24px' };
const CELL: CSSProperties = {
  padding: '8px 0',
  fontSize: '15px',
  lineHeight: '22px',
  textAlign: 'left',
  verticalAlign: 'top',
  borderBottomWidth: '1px',
  borderBottomStyle: 'solid',
};

/** The body of an e-mail: one column, at most 600 pixels wide. Class names are for the dark colours alone. */
export function EmailBody({ parts, colours, accent }: EmailBodyProps) {
  const { ground, ink, quiet, rule } = colours;
  const button = parts.button && <EmailButton {...{ colours, accent }} {...parts.button} />;
  return (
    <table
      role="presentation"
      className="ground"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ width: '100%', borderCollapse: 'collapse', backgroundColor: ground }}
    >
      <tbody>
        <tr>
          <td align="center" style={{ padding: '28px 16px' }}>
            <div
              dir="auto"
              className="ink"
              style={{
                maxWidth: '568px',
                textAlign: 'left',
                fontFamily: SANS,
                color: ink,
                overflowWrap: 'anywhere',
                wordBreak: 'break-word',
              }}
            >
              <p style={{ margin: '0 0 28px', fontFamily: SERIF, fontSize: '20px' }}>
                {parts.studio}
              </p>
              {parts.greeting !== null && <p style={PARAGRAPH}>{parts.greeting}</p>}
              {parts.paragraphs.map((text, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- why: paragraphs have no other name, and never move.
                <p key={at} dir="auto" style={PARAGRAPH}>
                  <Lines text={text} />
                </p>
              ))}
              {parts.words !== null && (
                <blockquote
                  dir="auto"
                  className="rule"
                  style={{
                    margin: '0 0 20px',
                    padding: '2px 0 2px 14px',
                    borderLeft: `3px solid ${rule}`,
                    fontSize: '16px',
                    lineHeight: '24px',
                  }}
                >
                  <Lines text={parts.words} />
                </blockquote>
              )}
              {parts.isButtonFirst && button}
              <Facts facts={parts.facts} colours={colours} />
              {!parts.isButtonFirst && button}
              <div
                className="quiet rule"
                style={{
                  marginTop: '36px',
                  paddingTop: '16px',
                  borderTop: `1px solid ${rule}`,
                  fontSize: '13px',
                  lineHeight: '20px',
                  color: quiet,
                }}
              >
                {parts.footer.map((line) => (
                  <div key={line}>{line}</div>
                ))}
                <div style={{ marginTop: '12px' }}>{parts.reason}</div>
              </div>
            </div>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** A text with its breaks of lines. */
const Lines = ({ text }: { text: string }): ReactNode => {
  return text.split('\n').map((line, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- why: lines have no other name, and never move.
    <Fragment key={at}>
      {at > 0 && <br />}
      {line}
    </Fragment>
  ));
};

function Facts({ facts, colours }: { facts: readonly MessageFact[]; colours: EmailColours }) {
  if (facts.length === 0) return null;
  const cell = { ...CELL, borderBottomColor: colours.rule };
  return (
    <table
      cellPadding={0}
      cellSpacing={0}
      width="100%"
      className="rule"
      style={{
        width: '100%',
        margin: '4px 0 28px',
        borderCollapse: 'collapse',
        borderTop: `1px solid ${colours.rule}`,
      }}
    >
      <tbody>
        {facts.map(({ label, lines }) => (
          <tr key={label}>
            <th
              scope="row"
              className="quiet rule"
              style={{
                ...cell,
                width: '104px',
                paddingRight: '12px',
                fontWeight: 400,
                color: colours.quiet,
              }}
            >
              {label}
            </th>
            <td className="rule" style={{ ...cell, fontVariantNumeric: 'tabular-nums' }}>
              <Lines text={lines.join('\n')} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface EmailButtonProps {
  words: string;
  address: string;
  colours: EmailColours;
  accent: string;
}

/** The button, and its address for mail programs that show no links. */
function EmailButton({ words, address, colours, accent }: EmailButtonProps) {
  const ground = accent || colours.button;
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: '4px 0 28px' }}>
      <tbody>
        <tr>
          <td style={{ backgroundColor: ground, borderRadius: '6px' }}>
            <a
              href={address}
              style={{
                display: 'inline-block',
                padding: '13px 22px',
                fontSize: '16px',
                lineHeight: '20px',
                fontWeight: 600,
                color: colours.buttonInk,
                textDecoration: 'none',
              }}
            >
              {words}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  );
}
