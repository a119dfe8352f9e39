-- Whether somebody has signed in from an address before is asked at every sign-in, before the password is looked at.
create index session_place on session (user_id, address);
