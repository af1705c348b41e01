/** What ends a message about something that Fieldseal refuses. Source: npm @fieldseal/prisma 0.1.3, `dist/errors.js`. */
export const fieldsealCode = ' (Fieldseal code CONFIGURATION_ERROR)';
