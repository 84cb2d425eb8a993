import type { SendOutcome } from '#domain/scan/scan-queue.ts';
import { Failure } from '../core/failure.ts';
import { failureDetails } from '../core/failure-details.ts';
import { reasonDetails } from '../stock/piece-answers.ts';
import { isOutcomeUnknown } from '../core/write-outcome.ts';

/**
 * The outcome of a call of a queue. Without an answer, without a session, and while the server is too busy it is to
 * be repeated with the same key.
 * @param sentence for a refusal, where the server's message is not for the user
 */
export async function outcomeOf<Answer>(
  call: Promise<Answer>,
  sentence: (error: unknown) => string | null = () => null,
): Promise<SendOutcome<Answer>> {
  try {
    return { state: 'done', answer: await call };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isBusy = failureDetails(error, 'PT409', reasonDetails)?.reason === 'busy';
    const status = error instanceof Failure ? error.status : -1;
    if (isOutcomeUnknown(error) || isBusy || status === 401 || status === 429) {
      return { state: 'unanswered' };
    }
    return { state: 'refused', message: sentence(error) ?? error.message };
  }
}
