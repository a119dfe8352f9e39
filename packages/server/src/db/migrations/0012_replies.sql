-- Whom an answer to the letter goes to, where that is not its sender: whoever wrote to us through the site.
alter table outbox add column reply_to text;
