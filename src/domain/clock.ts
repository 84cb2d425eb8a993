/** Lead of the server's clock over this device's, in ms; 0 until the server's was heard. */
export const clock = { ahead: 0 };

/** The present moment by the server's clock, as far as it is known. */
export const present = (): Date => new Date(Date.now() + clock.ahead);
